#include "ui/models/library_model.h"

#include <QGuiApplication>
#include <QLocale>
#include <QPalette>
#include <algorithm>
#include <set>

#include "core/settings/settings.h"
#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

QString signKey(const QString& a, const QString& b) {
    return a + QLatin1Char('\n') + b;
}

QDateTime dateOf(const RunEntry& run) {
    return run.started.isValid() ? run.started : run.modified;
}

}  // namespace

void LibraryModel::addRun(const RunEntry& entry) {
    if (const auto known = std::ranges::find(m_runs, entry.path, &RunEntry::path); known != m_runs.end()) {
        *known = entry;
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        emit runsChanged();
        return;
    }
    // Newest pair first; B directly below its A.
    const QString key = entry.pairKey();
    auto place = m_runs.end();
    if (!key.isEmpty()) {
        place = std::ranges::find_if(m_runs, [&](const RunEntry& run) { return run.pairKey() == key; });
        if (place != m_runs.end() && place->side() < entry.side()) ++place;
    }
    const bool hasPartner =
        place != m_runs.end() || (!key.isEmpty() && !m_runs.empty() && m_runs.back().pairKey() == key);
    if (!hasPartner) {
        place =
            std::ranges::find_if(m_runs, [&](const RunEntry& run) { return dateOf(run) < dateOf(entry); });
        // Never between the two of a pair.
        if (place != m_runs.end() && place != m_runs.begin() && !place->pairKey().isEmpty() &&
            std::prev(place)->pairKey() == place->pairKey())
            --place;
    }
    const int row = static_cast<int>(place - m_runs.begin());
    beginInsertRows({}, row, row);
    m_runs.insert(place, entry);
    endInsertRows();
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    if (const QString partner = partnerOf(entry.path); !partner.isEmpty()) {
        const bool isA = entry.side() == u'A';
        emit pairCompleted(isA ? entry.path : partner, isA ? partner : entry.path);
    }
    emit runsChanged();
}

void LibraryModel::removeRun(const QString& path) {
    const auto found = std::ranges::find(m_runs, path, &RunEntry::path);
    if (found == m_runs.end()) return;
    const int row = static_cast<int>(found - m_runs.begin());
    beginRemoveRows({}, row, row);
    m_runs.erase(found);
    endRemoveRows();
    emit runsChanged();
}

void LibraryModel::setSummary(const PairRow& summary) {
    QString sign = QStringLiteral("?");
    if (summary.isCompared && summary.verdict == compare::Verdict::Split) sign = QStringLiteral("≠");
    if (summary.isCompared && summary.verdict == compare::Verdict::Identical) sign = QStringLiteral("=");
    m_signs.insert(signKey(summary.fileA, summary.fileB), sign);
    if (rowCount() > 0) emit dataChanged(index(0, Sign), index(rowCount() - 1, Sign));
    emit runsChanged();
}

const RunEntry* LibraryModel::find(const QString& path) const {
    const auto found = std::ranges::find(m_runs, path, &RunEntry::path);
    return found == m_runs.end() ? nullptr : &*found;
}

QString LibraryModel::partnerOf(const QString& path) const {
    const RunEntry* run = find(path);
    if (!run || run->pairKey().isEmpty()) return {};
    const auto found = std::ranges::find_if(m_runs, [&](const RunEntry& other) {
        return other.pairKey() == run->pairKey() && other.side() != run->side() && other.isReadable();
    });
    return found == m_runs.end() ? QString() : found->path;
}

QString LibraryModel::likelyPartnerOf(const QString& path) const {
    if (const QString partner = partnerOf(path); !partner.isEmpty()) return partner;
    const RunEntry* run = find(path);
    if (!run || run->experiment.isEmpty()) return {};
    const auto seedOf = [](const RunEntry& entry) {
        const auto seed = entry.requested.find("seed");
        return seed == entry.requested.end() ? std::string() : seed->second;
    };
    QString sameExperiment;
    for (const RunEntry& other : m_runs) {
        if (other.path == path || !other.isReadable() || other.experiment != run->experiment) continue;
        if (seedOf(other) == seedOf(*run)) return other.path;
        if (sameExperiment.isEmpty()) sameExperiment = other.path;
    }
    return sameExperiment;
}

QString LibraryModel::signOf(const QString& fileA, const QString& fileB) const {
    return m_signs.value(signKey(fileA, fileB));
}

std::vector<std::pair<QString, QString>> LibraryModel::pairs() const {
    std::vector<std::pair<QString, QString>> all;
    for (const RunEntry& run : m_runs) {
        if (run.side() != u'A' || !run.isReadable() || run.process > 0) continue;
        if (const QString partner = partnerOf(run.path); !partner.isEmpty())
            all.emplace_back(run.path, partner);
    }
    return all;
}

std::vector<std::pair<QString, QString>> LibraryModel::repeatsOf(const QString& fileA,
                                                                 const QString& fileB) const {
    const RunEntry* a = find(fileA);
    const RunEntry* b = find(fileB);
    std::vector<std::pair<QString, QString>> repeats;
    if (a && b) {
        for (const auto& [otherA, otherB] : pairs())
            if (isSameSetUp(*a, *find(otherA)) && isSameSetUp(*b, *find(otherB)))
                repeats.emplace_back(otherA, otherB);
    }
    const std::pair<QString, QString> itself{fileA, fileB};
    if (!std::ranges::count(repeats, itself)) repeats.push_back(itself);
    std::ranges::sort(repeats, {}, [](const auto& pair) { return pair.first; });
    return repeats;
}

LibraryModel::PairPosition LibraryModel::positionOf(std::size_t row) const {
    const QString key = m_runs[row].pairKey();
    if (key.isEmpty()) return PairPosition::None;
    if (row + 1 < m_runs.size() && m_runs[row + 1].pairKey() == key) return PairPosition::First;
    if (row > 0 && m_runs[row - 1].pairKey() == key) return PairPosition::Second;
    return PairPosition::None;
}

QString LibraryModel::differsText(std::size_t row) const {
    if (row == 0 || !m_runs[row].isReadable() || !m_runs[row - 1].isReadable()) return {};
    const auto& here = m_runs[row].requested;
    const auto& above = m_runs[row - 1].requested;
    QStringList parts;
    std::set<std::string> keys;
    for (const auto* values : {&here, &above})
        for (const auto& entry : *values) keys.insert(entry.first);
    for (const std::string& key : keys) {
        const auto inHere = here.find(key);
        const auto inAbove = above.find(key);
        if (inHere != here.end() && inAbove != above.end() && inHere->second == inAbove->second) continue;
        const std::string value = inHere == here.end() ? "–" : inHere->second;
        parts << QString::fromStdString(key + "=" + value);
    }
    return parts.join(QStringLiteral(", "));
}

QString LibraryModel::endText(const RunEntry& run) const {
    if (!run.isReadable()) return tr("cannot be read");
    const auto name = record::nameOf(run.end);
    return QString::fromUtf8(name.data(), static_cast<int>(name.size()));
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int LibraryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const RunEntry& run = m_runs[row];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
        case SortRole:
            switch (column) {
                case Sign: {
                    if (!run.isReadable()) return QStringLiteral("✕");
                    if (positionOf(row) != PairPosition::First) return QString();
                    const RunEntry& second = m_runs[row + 1];
                    return signOf(run.path, second.path);
                }
                case Name:
                    return run.label();
                case Differs:
                    return differsText(row);
                case Steps:
                    return run.isReadable() ? QVariant(run.steps) : QVariant();
                case End:
                    return endText(run);
                case Date:
                    if (role == SortRole) return dateOf(run);
                    return QLocale().toString(dateOf(run).toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
                default:
                    return {};
            }
        case Qt::ToolTipRole:
            if (!run.isReadable()) return run.error;
            return column == Differs ? differsText(row) : run.label() + QLatin1Char('\n') + run.path;
        case Qt::AccessibleTextRole:
            if (column == Sign && data(index, Qt::DisplayRole).toString() == QStringLiteral("≠"))
                return tr("split");
            if (column == Sign && data(index, Qt::DisplayRole).toString() == QStringLiteral("="))
                return tr("identical");
            return data(index, Qt::DisplayRole).toString();
        case Qt::TextAlignmentRole:
            return column == Steps ? int(Qt::AlignRight | Qt::AlignVCenter)
                                   : int(Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ForegroundRole: {
            const Theme theme = Theme::of(QGuiApplication::palette());
            if (!run.isReadable()) return theme.dimText;
            if (column == Sign && signOf(run.path, partnerOf(run.path)) == QStringLiteral("≠"))
                return theme.difference;
            return {};
        }
        case PathRole:
            return run.path;
        case PartnerRole:
            return partnerOf(run.path);
        case PairPositionRole:
            return static_cast<int>(positionOf(row));
        default:
            return {};
    }
}

QVariant LibraryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return section == Steps ? int(Qt::AlignRight | Qt::AlignVCenter)
                                : int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Differs) return tr("settings that differ from the row above");
    if (role == Qt::AccessibleTextRole && section == Sign) return tr("Verdict");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Run");
        case Differs:
            return tr("Differs in");
        case Steps:
            return tr("Steps");
        case End:
            return tr("End");
        case Date:
            return tr("Date");
        default:
            return {};
    }
}

}  // namespace firstsplit::ui
