#include "ui/models/library_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QLocale>
#include <QPalette>
#include <algorithm>

#include "ui/models/library_words.h"
#include "ui/models/number_text.h"
#include "ui/models/setting_columns.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

using Column = LibraryModel::Column;

constexpr int settingsFrom = 3;  // columns before those of settings
constexpr Column fixedColumns[] = {Column::Sign, Column::Name, Column::FirstSplit, Column::Steps,
                                   Column::End,  Column::Date, Column::Note};

/// A heading's place; a run's index holds that of its day.
quintptr idOf(int group, int day) {
    return static_cast<quintptr>(group + 1) << 32 | static_cast<quintptr>(day + 1);
}
int groupIn(quintptr id) {
    return static_cast<int>(id >> 32) - 1;
}
int dayIn(quintptr id) {
    return static_cast<int>(id & 0xffffffffu) - 1;
}

QString dayText(const QDate& date) {
    const qint64 ago = date.daysTo(QDate::currentDate());
    return ago == 0   ? LibraryModel::tr("Today")
           : ago == 1 ? LibraryModel::tr("Yesterday")
                      : date.toString(Qt::ISODate);
}

}  // namespace

LibraryModel::LibraryModel(RunLibrary* library, QObject* parent)
    : QAbstractItemModel(parent), m_library(library) {
    connect(library, &RunLibrary::runsChanged, this, &LibraryModel::arrange);
    arrange();
}

void LibraryModel::setFilter(const QString& text) {
    m_filter = text.trimmed();
    arrange();
}

void LibraryModel::setHeld(bool held) {
    m_isHeld = held;
    if (!held && m_isStale) arrange();
}

void LibraryModel::arrange() {
    m_isStale = m_isHeld;
    if (m_isHeld) return;
    std::vector<LibraryGroup> groups = groupRuns(m_library->runs(), m_filter);
    std::vector<std::vector<const RunEntry*>> runsByGroup;
    for (const LibraryGroup& group : groups) {
        runsByGroup.emplace_back();
        for (const LibraryDay& day : group.days)
            for (const LibraryRow& row : day.rows) runsByGroup.back().push_back(m_library->find(row.path));
    }
    std::vector<std::string> settings = differingSettings(runsByGroup);
    if (groups == m_groups && settings == m_settings) {
        // Only what the cells say has changed: selection and folds stay.
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            for (std::size_t d = 0; d < m_groups[g].days.size(); ++d) {
                const QModelIndex day = createIndex(static_cast<int>(d), 0, idOf(static_cast<int>(g), -1));
                emit dataChanged(index(0, 0, day), index(rowCount(day) - 1, columnCount() - 1, day));
            }
        return;
    }
    beginResetModel();
    m_groups = std::move(groups);
    m_settings = std::move(settings);
    m_places.clear();
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t d = 0; d < m_groups[g].days.size(); ++d) {
            const auto& rows = m_groups[g].days[d].rows;
            for (std::size_t r = 0; r < rows.size(); ++r)
                m_places.insert(rows[r].path,
                                {static_cast<int>(g), static_cast<int>(d), static_cast<int>(r)});
        }
    endResetModel();
}

QModelIndex LibraryModel::indexOf(const QString& path) const {
    const auto found = m_places.constFind(path);
    return found == m_places.constEnd() ? QModelIndex()
                                        : createIndex(found->row, 0, idOf(found->group, found->day));
}

Column LibraryModel::columnAt(int section) const {
    const int settings = static_cast<int>(m_settings.size());
    if (section < settingsFrom) return fixedColumns[section];
    return section < settingsFrom + settings ? Column::Setting : fixedColumns[section - settings];
}

int LibraryModel::sectionOf(Column column) const {
    for (int section = 0; section < columnCount(); ++section)
        if (columnAt(section) == column) return section;
    return -1;
}

QString LibraryModel::columnId(int section) const {
    const Column column = columnAt(section);
    if (column != Column::Setting) return QString::number(static_cast<int>(column));
    return QString::fromStdString("setting " + m_settings[static_cast<std::size_t>(section - settingsFrom)]);
}

QModelIndex LibraryModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    if (!parent.isValid()) return createIndex(row, column, idOf(-1, -1));
    if (groupIn(parent.internalId()) < 0) return createIndex(row, column, idOf(parent.row(), -1));
    return createIndex(row, column, idOf(groupIn(parent.internalId()), parent.row()));
}

QModelIndex LibraryModel::parent(const QModelIndex& child) const {
    if (!child.isValid()) return {};
    const int group = groupIn(child.internalId()), day = dayIn(child.internalId());
    if (group < 0) return {};
    return day < 0 ? createIndex(group, 0, idOf(-1, -1)) : createIndex(day, 0, idOf(group, -1));
}

const LibraryDay& LibraryModel::dayAt(const QModelIndex& index) const {
    const auto group = static_cast<std::size_t>(groupIn(index.internalId()));
    const int day = dayIn(index.internalId());
    return m_groups[group].days[static_cast<std::size_t>(day < 0 ? index.row() : day)];
}

const LibraryRow* LibraryModel::rowAt(const QModelIndex& index) const {
    if (!index.isValid() || dayIn(index.internalId()) < 0) return nullptr;
    return &dayAt(index).rows[static_cast<std::size_t>(index.row())];
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    if (parent.column() != 0 || rowAt(parent)) return 0;
    if (groupIn(parent.internalId()) < 0)
        return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].days.size());
    return static_cast<int>(dayAt(parent).rows.size());
}

int LibraryModel::columnCount(const QModelIndex&) const {
    return static_cast<int>(std::size(fixedColumns) + m_settings.size());
}

QString LibraryModel::textOf(const RunEntry& run, const LibraryRow& row, int section) const {
    switch (columnAt(section)) {
        case Column::Sign:
            return signText(*m_library, run, row);
        case Column::Name: {
            // The heading says the experiment already.
            const QString label = run.label();
            const QString said = run.experiment + QLatin1Char('-');
            const bool isRecorded = run.note.name.isEmpty() && !run.experiment.isEmpty();
            return isRecorded && label.startsWith(said) ? label.mid(said.size()) : label;
        }
        case Column::FirstSplit:
            return firstSplitText(*m_library, run, row);
        case Column::Setting:
            if (!run.isReadable()) return {};
            return settingText(run, m_settings[static_cast<std::size_t>(section - settingsFrom)]);
        case Column::Steps:
            return run.isReadable() ? countText(run.steps) : QString();
        case Column::End: {
            if (run.isMissing) return tr("missing");
            if (!run.isReadable()) return tr("cannot be read");
            const auto name = record::nameOf(run.end);
            return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
        case Column::Date:
            return QLocale().toString(dateOf(run).toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
        case Column::Note:
            return run.noteError.isEmpty() ? run.note.note : tr("cannot be read");
    }
    return {};
}

QString LibraryModel::toolTip(const RunEntry& run, const LibraryRow& row, int section) const {
    if (!run.isReadable()) return run.error;
    if (run.isMissing) return tr("%1 is not there at the moment; its row is kept.").arg(run.path);
    const Column column = columnAt(section);
    if (column == Column::Sign || column == Column::FirstSplit) return splitToolTip(*m_library, run, row);
    if (column == Column::Note) return run.noteError.isEmpty() ? run.note.note : run.noteError;
    QStringList lines{run.label()};
    if (run.label() != run.name && !run.name.isEmpty()) lines << tr("recorded as %1").arg(run.name);
    return (lines << run.path).join(QLatin1Char('\n'));
}

QVariant LibraryModel::headingData(const QModelIndex& index, int role) const {
    const bool isGroup = groupIn(index.internalId()) < 0;
    const LibraryGroup& group =
        m_groups[static_cast<std::size_t>(isGroup ? index.row() : groupIn(index.internalId()))];
    if (role == IsGroupRole) return true;
    if (role == GroupKeyRole)
        return isGroup ? group.title
                       : group.title + QLatin1Char('\n') + dayAt(index).date.toString(Qt::ISODate);
    if (index.column() != 0) return {};
    switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole: {
            if (!isGroup) return dayText(dayAt(index).date);
            return QStringLiteral("%1  ·  %2")
                .arg(group.title, counted(group.runCount(), tr("run"), tr("runs")));
        }
        case Qt::ToolTipRole:
            return isGroup ? group.title : dayAt(index).date.toString(Qt::ISODate);
        case Qt::FontRole: {
            if (!isGroup) return {};
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        case Qt::ForegroundRole:
            return Theme::of(QGuiApplication::palette()).dimText;
        default:
            return {};
    }
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const LibraryRow* row = rowAt(index);
    if (!row) return headingData(index, role);
    const RunEntry* run = m_library->find(row->path);
    if (!run) return role == PathRole ? QVariant(row->path) : QVariant();  // gone, and not yet arranged anew
    const int section = index.column();
    const Column column = columnAt(section);
    switch (role) {
        case Qt::DisplayRole:
            return textOf(*run, *row, section);
        case Qt::EditRole:
            return column == Column::Name ? run->label() : run->note.note;
        case Qt::ToolTipRole:
            return toolTip(*run, *row, section);
        case Qt::AccessibleTextRole: {
            const QString text = textOf(*run, *row, section);
            if (column != Column::Sign)
                return headerData(section, Qt::Horizontal).toString() + QStringLiteral(": ") + text;
            return text == QStringLiteral("≠")   ? tr("split")
                   : text == QStringLiteral("=") ? tr("identical")
                   : text.isEmpty()              ? tr("not compared")
                                                 : tr("cannot be compared");
        }
        case Qt::TextAlignmentRole:
            return column == Column::Steps ? int(Qt::AlignRight | Qt::AlignVCenter)
                                           : int(Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::FontRole: {
            if (run->path != m_library->baseline()) return {};
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        case Qt::ForegroundRole: {
            const Theme theme = Theme::of(QGuiApplication::palette());
            if (!run->isReadable() || run->isMissing) return theme.dimText;
            const QString text = textOf(*run, *row, section);
            if (column == Column::Sign && text == QStringLiteral("≠")) return theme.difference;
            // What is as in the row above stands back, so that what was changed is seen.
            const RunEntry* above = m_library->find(row->above);
            if (column == Column::Setting && above &&
                settingText(*above, m_settings[static_cast<std::size_t>(section - settingsFrom)]) == text)
                return theme.dimText;
            return {};
        }
        case PathRole:
            return run->path;
        case PairPositionRole:
            return static_cast<int>(row->position);
        case IsGroupRole:
            return false;
        default:
            return {};
    }
}

bool LibraryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const LibraryRow* row = rowAt(index);
    const RunEntry* run = row ? m_library->find(row->path) : nullptr;
    if (!run || role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    launch::RunNote note = run->note;
    const QString text = value.toString().simplified();
    if (columnAt(index.column()) == Column::Note)
        note.note = text;
    else
        note.name = text == run->name ? QString() : text;
    m_library->editNote(run->path, note);
    return true;
}

QVariant LibraryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const Column column = columnAt(section);
    if (role == Qt::TextAlignmentRole)
        return column == Column::Steps ? int(Qt::AlignRight | Qt::AlignVCenter)
                                       : int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole && column == Column::Sign) return tr("Verdict");
    if (role == Qt::ToolTipRole && column == Column::FirstSplit)
        return m_library->baseline().isEmpty()
                   ? tr("first step at which the two of a pair differ, and in what")
                   : tr("first step at which a run differs from the baseline, and in what");
    if (role == Qt::ToolTipRole && column == Column::Setting)
        return tr("a setting in which runs of one experiment differ; dim where it is as in the row above");
    if (role != Qt::DisplayRole) return {};
    switch (column) {
        case Column::Sign:
            return {};
        case Column::Name:
            return tr("Run");
        case Column::FirstSplit:
            return tr("First split");
        case Column::Setting:
            return QString::fromStdString(m_settings[static_cast<std::size_t>(section - settingsFrom)]);
        case Column::Steps:
            return tr("Steps");
        case Column::End:
            return tr("End");
        case Column::Date:
            return tr("Date");
        case Column::Note:
            return tr("Note");
    }
    return {};
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const LibraryRow* row = rowAt(index);
    if (!row) return Qt::ItemIsEnabled;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    const Column column = columnAt(index.column());
    const RunEntry* run = m_library->find(row->path);
    if (run && !run->isMissing && (column == Column::Name || column == Column::Note))
        flags |= Qt::ItemIsEditable;
    return flags;
}

}  // namespace firstsplit::ui
