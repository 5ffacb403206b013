#include "ui/widgets/run_combo.h"

#include <QAbstractItemView>
#include <QSignalBlocker>
#include <QStylePainter>

namespace firstsplit::ui {

RunCombo::RunCombo(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(14);
    setMaxVisibleItems(20);
    view()->setTextElideMode(Qt::ElideMiddle);
    connect(this, &QComboBox::activated, this,
            [this](int index) { emit runChosen(itemData(index).toString()); });
}

void RunCombo::setRuns(const QList<std::pair<QString, QString>>& pathsAndNames) {
    if (pathsAndNames == m_runs) return;
    m_runs = pathsAndNames;
    const QSignalBlocker blocker(this);
    const QString path = currentData().toString();
    const QString name = currentText();
    clear();
    for (const auto& [itemPath, itemName] : pathsAndNames) {
        addItem(itemName, itemPath);
        setItemData(count() - 1, itemPath, Qt::ToolTipRole);
    }
    showRun(path, name);
}

void RunCombo::showRun(const QString& path, const QString& name) {
    const QSignalBlocker blocker(this);
    int index = path.isEmpty() ? -1 : findData(path);
    if (index < 0 && !path.isEmpty()) {
        addItem(name, path);
        index = count() - 1;
    }
    setCurrentIndex(index);
    setToolTip(path.isEmpty() ? QString() : name + QLatin1Char('\n') + path);
}

void RunCombo::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int width =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width() - 4;
    if (currentIndex() < 0) {
        option.currentText = placeholderText();
        option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText());
    }
    option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideMiddle, width);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace firstsplit::ui
