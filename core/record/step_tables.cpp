#include "core/record/step_tables.h"

#include <fmt/format.h>

#include <limits>

#include "core/record/hdf5/attributes.h"
#include "core/record/hdf5/columns.h"
#include "core/record/schema.h"

namespace firstsplit::record {

using hdf5::TableWriter;

namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();
constexpr float absentFloat = std::numeric_limits<float>::quiet_NaN();

template <class T>
std::vector<std::byte> bytesOf(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    return {bytes.begin(), bytes.end()};
}

hid_t groupThenFile(hid_t file, const char* path, const char* description) {
    hdf5::makeGroup(file, path, description);
    return file;
}

std::vector<hsize_t> rowsOf(const JournalIndex& index) {
    return {static_cast<hsize_t>(index.rows)};
}

TableWriter realColumn(hid_t file, journal::BufferPool& chunks, const JournalIndex& index, const char* path,
                       const char* description, const char* units) {
    return {file, chunks, {path, description, units}, H5T_IEEE_F64LE, rowsOf(index), bytesOf(absent)};
}

TableWriter lossColumn(hid_t file, journal::BufferPool& chunks, const JournalIndex& index) {
    const hdf5::TableDescription description = {
        "/steps/loss",
        "Training loss, its own bits; the mean where a step has several; NaN where not recorded.", ""};
    TableWriter table =
        index.lossType.isStoredAsFloat64()
            ? TableWriter(file, chunks, description, H5T_IEEE_F64LE, rowsOf(index), bytesOf(absent))
            : TableWriter(file, chunks, description, H5T_IEEE_F32LE, rowsOf(index), bytesOf(absentFloat));
    const ScalarType type = index.lossType.type();
    hdf5::writeText(table.id(), "dtype", type == ScalarType::Unknown ? "unknown" : fingerprint::nameOf(type));
    return table;
}

}  // namespace

StepTables::StepTables(hid_t file, journal::BufferPool& chunks, const JournalIndex& index)
    : m_index(index),
      m_step(groupThenFile(file, "/steps",
                           "A row for each step: row r holds step r - 1; step -1 is before training."),
             chunks, {"/steps/step", "Number of the step.", "step"}, H5T_STD_I64LE, rowsOf(index)),
      m_loss(lossColumn(file, chunks, index)),
      m_learningRate(realColumn(file, chunks, index, "/steps/learning_rate",
                                "Learning rate; NaN where not recorded.", "")),
      m_gradientNorm(
          realColumn(file, chunks, index, "/steps/gradient_norm",
                     "L2 norm over all gradients as the optimizer sees them; NaN where not recorded.", "")),
      m_stepSeconds(realColumn(file, chunks, index, "/steps/step_seconds",
                               "Time that the step took; NaN where not recorded.", "s")) {
    hdf5::makeGroup(file, "/fingerprints",
                    "Fingerprints (fs128/1) of every member of a kind, at the steps that kept them.");
    for (Kind kind : allKinds) {
        m_digests.emplace_back(
            file, chunks,
            hdf5::TableDescription{
                schema::digestPath(kind),
                fmt::format("Fingerprint (fs128/1, two lanes) over all members of the kind {}; "
                            "(0, 0) where not recorded.",
                            nameOf(kind)),
                ""},
            H5T_STD_U64LE, std::vector<hsize_t>{static_cast<hsize_t>(index.rows), 2});
        const auto& rows = index.fingerprintRows[indexOf(kind)];
        if (rows.empty()) continue;
        std::vector<std::int64_t> steps;
        steps.reserve(rows.size());
        for (const std::int64_t row : rows) steps.push_back(row - 1);
        hdf5::writeIntegers(
            file,
            {schema::fingerprintStepsPath(kind), "Step of the row in the table beside this one.", "step"},
            steps);
        m_fingerprints[indexOf(kind)].emplace(
            file, chunks,
            hdf5::TableDescription{
                schema::fingerprintsPath(kind),
                fmt::format("Fingerprints of each member of the kind {}, in the order of /tensors: "
                            "[kept steps x members x 2 lanes]; (0, 0): absent.",
                            nameOf(kind)),
                ""},
            H5T_STD_U64LE, std::vector<hsize_t>{rows.size(), index.members[indexOf(kind)].size(), 2});
    }
    if (index.singleLosses == 0) return;
    hdf5::makeGroup(file, "/losses",
                    "Each loss of the steps that have several (accumulation, closures), in order.");
    m_lossSteps.emplace(file, chunks,
                        hdf5::TableDescription{"/losses/step", "Step that it belongs to.", "step"},
                        H5T_STD_I64LE, std::vector<hsize_t>{index.singleLosses});
    m_lossValues.emplace(file, chunks,
                         hdf5::TableDescription{"/losses/value", "The loss, widened to 64 bits.", ""},
                         H5T_IEEE_F64LE, std::vector<hsize_t>{index.singleLosses});
}

void StepTables::fillUpTo(std::int64_t row) {
    const auto missing = static_cast<std::uint64_t>(row - m_nextRow);
    for (; m_nextRow < row; ++m_nextRow) m_step.appendValue<std::int64_t>(m_nextRow - 1);
    for (TableWriter* table : {&m_loss, &m_learningRate, &m_gradientNorm, &m_stepSeconds})
        table->appendFillRows(missing);
    for (TableWriter& digest : m_digests) digest.appendFillRows(missing);
}

/// A single loss keeps its bits, which a NaN's payload would lose on the way through a double.
void StepTables::appendLoss(double value, std::span<const journal::LossValue> losses) {
    const bool isSingle = losses.size() == 1;
    if (m_index.lossType.isStoredAsFloat64()) {
        if (isSingle && losses[0].dtype == ScalarType::Float64) return m_loss.appendValue(losses[0].bits);
        return m_loss.appendValue(value);
    }
    if (isSingle && losses[0].dtype == ScalarType::Float32)
        return m_loss.appendValue(static_cast<std::uint32_t>(losses[0].bits));
    m_loss.appendValue(static_cast<float>(value));
}

void StepTables::add(const WholeStep& step) {
    if (step.row < m_nextRow || step.row >= m_index.rows) return;  // not there at the first reading
    fillUpTo(step.row);
    m_step.appendValue(step.step.step);
    appendLoss(meanOf(step.step.losses), step.step.losses);
    m_learningRate.appendValue(step.step.learningRate.value_or(absent));
    m_gradientNorm.appendValue(step.step.gradientNorm.value_or(absent));
    m_stepSeconds.appendValue(step.step.stepSeconds.value_or(absent));
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
        const Fingerprint& digest = step.step.digests[kind];
        if (digest.isAbsent())
            m_digests[kind].appendFillRows(1);
        else
            m_digests[kind].appendValue(digest);
        if (!step.isKept[kind] || !m_fingerprints[kind]) continue;
        // Members that appeared later are absent here.
        const auto& fingerprints = step.fingerprints[kind];
        m_fingerprints[kind]->append(std::as_bytes(std::span(fingerprints)));
        for (std::size_t member = fingerprints.size(); member < m_index.members[kind].size(); ++member)
            m_fingerprints[kind]->appendValue(Fingerprint{});
    }
    if (m_lossSteps && step.step.losses.size() > 1) {
        for (const auto& loss : step.step.losses) {
            m_lossSteps->appendValue(step.step.step);
            m_lossValues->appendValue(toDouble(loss));
        }
    }
    ++m_nextRow;
}

void StepTables::finish() {
    for (TableWriter* table : {&m_step, &m_loss, &m_learningRate, &m_gradientNorm, &m_stepSeconds})
        table->finish();
    for (TableWriter& digest : m_digests) digest.finish();
    for (auto& table : m_fingerprints)
        if (table) table->finish();
    if (m_lossSteps) {
        m_lossSteps->finish();
        m_lossValues->finish();
    }
}

}  // namespace firstsplit::record
