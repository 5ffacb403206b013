#include "ui/setup/settings_delegate.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <algorithm>

#include "ui/models/settings_model.h"

namespace firstsplit::ui {
namespace {

const QString followsSign = QStringLiteral("=");

}  // namespace

QWidget* SettingsDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                        const QModelIndex& index) const {
    const QStringList choices = index.data(SettingsModel::ChoicesRole).toStringList();
    const QString name = index.siblingAtColumn(0).data().toString() +
                         (index.column() == SettingsModel::A ? QStringLiteral(", A") : QStringLiteral(", B"));
    if (choices.isEmpty()) {
        auto* field = new QLineEdit(parent);
        field->setAccessibleName(name);
        field->setFrame(false);
        return field;
    }
    auto* box = new QComboBox(parent);
    box->setAccessibleName(name);
    if (index.column() == SettingsModel::B) box->addItem(tr("= (as A)"), followsSign);
    for (const QString& choice : choices) box->addItem(choice, choice);
    // A chosen value is taken at once, and the list stands open: one click less.
    auto* self = const_cast<SettingsDelegate*>(this);
    connect(box, &QComboBox::activated, self, [self, box] {
        emit self->commitData(box);
        emit self->closeEditor(box);
    });
    QMetaObject::invokeMethod(box, &QComboBox::showPopup, Qt::QueuedConnection);
    return box;
}

void SettingsDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const bool follows =
        index.column() == SettingsModel::B && !index.data(SettingsModel::BreaksLinkRole).toBool();
    const QString value = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(box->findData(follows ? followsSign : value));
    } else if (auto* field = qobject_cast<QLineEdit*>(editor)) {
        field->setText(value);
        field->selectAll();
    }
}

void SettingsDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                    const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentData());
        return;
    }
    auto* field = qobject_cast<QLineEdit*>(editor);
    // Leaving the field as it was is no assignment: B goes on following.
    if (field && field->text().trimmed() != index.data(Qt::EditRole).toString())
        model->setData(index, field->text());
}

void SettingsDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex&) const {
    QRect place = option.rect;
    if (qobject_cast<QComboBox*>(editor)) {
        place.setHeight(std::max(place.height(), 24));
        place.setWidth(std::max(place.width(), editor->sizeHint().width()));
        if (const QWidget* parent = editor->parentWidget())
            place.moveRight(std::min(place.right(), parent->width() - 1));
    }
    editor->setGeometry(place);
}

void SettingsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != SettingsModel::Name || index.data(SettingsModel::FindingRole).isNull()) return;
    const QString mark = QStringLiteral("⚠");
    QRect place = option.rect.adjusted(0, 0, -4, 0);
    painter->save();
    painter->setPen(option.palette.color(option.state & QStyle::State_Selected ? QPalette::HighlightedText
                                                                               : QPalette::Text));
    place.setLeft(place.right() - option.fontMetrics.horizontalAdvance(mark) - 6);
    painter->fillRect(place, option.palette.brush(option.state & QStyle::State_Selected ? QPalette::Highlight
                                                                                        : QPalette::Base));
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignRight, mark);
    painter->restore();
}

QSize SettingsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(18, option.fontMetrics.height() + 1));
    return size;
}

}  // namespace firstsplit::ui
