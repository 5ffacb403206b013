#include <algorithm>
#include <cmath>
#include <limits>

#include "core/journal/payload.h"
#include "core/record/file_metadata.h"
#include "core/record/hdf5/columns.h"
#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/table_reader.h"
#include "core/record/schema.h"

namespace firstsplit::record {

using namespace hdf5;

namespace {

constexpr std::size_t maxNameBytes = 4096;
constexpr std::size_t maxLogBytes = 2048;
constexpr std::size_t maxRank = 64;
constexpr double absent = std::numeric_limits<double>::quiet_NaN();

std::string levelText(journal::LogLevel level) {
    switch (level) {
        case journal::LogLevel::Warning:
            return "warning";
        case journal::LogLevel::Error:
            return "error";
        case journal::LogLevel::Info:
            break;
    }
    return "info";
}

journal::LogLevel levelOf(const std::string& text) {
    if (text == "warning") return journal::LogLevel::Warning;
    return text == "error" ? journal::LogLevel::Error : journal::LogLevel::Info;
}

/// [rows × width] integers, flattened.
void writeIntegerTable(hid_t file, const TableDescription& description, std::size_t rows, std::size_t width,
                       std::span<const std::int64_t> values) {
    journal::BufferPool chunks;
    TableWriter table(file, chunks, description, H5T_STD_I64LE, {rows, width});
    table.append(std::as_bytes(values));
    table.finish();
}

std::vector<std::int64_t> readIntegerTable(hid_t file, const std::string& path, std::size_t rows,
                                           std::size_t& width) {
    const TableReader table(file, path);
    if (table.dims().size() != 2 || table.dims()[0] != rows || H5Tget_class(table.type()) != H5T_INTEGER)
        throw Failure(path + " is no table of integers with a row each");
    table.expectStored();
    width = table.dims()[1];
    std::vector<std::int64_t> out(rows * width);
    table.read(0, rows, H5T_NATIVE_INT64, std::as_writable_bytes(std::span(out)));
    return out;
}

void expectRows(const std::string& path, std::size_t rows, std::size_t expected) {
    if (rows != expected) throw Failure(path + " has another number of rows than its neighbours");
}

}  // namespace

void writeTensors(hid_t file, const std::array<std::vector<Member>, kindCount>& members,
                  const std::array<std::vector<std::string>, kindCount>& valuePaths) {
    std::vector<std::string> names, kinds, dtypes, datasets;
    std::vector<std::int64_t> numbers, ranks, since, shapes;
    std::size_t rank = 0;
    for (const auto& list : members)
        for (const Member& member : list) rank = std::max(rank, member.shape.size());
    for (Kind kind : allKinds) {
        std::int64_t number = 0;
        for (const Member& member : members[indexOf(kind)]) {
            datasets.push_back(valuePaths[indexOf(kind)][static_cast<std::size_t>(number)]);
            names.push_back(member.name);
            kinds.emplace_back(nameOf(kind));
            dtypes.push_back(member.dtype == ScalarType::Unknown ? "unknown"
                                                                 : fingerprint::nameOf(member.dtype));
            numbers.push_back(number++);
            ranks.push_back(static_cast<std::int64_t>(member.shape.size()));
            since.push_back(member.sinceStep);
            shapes.insert(shapes.end(), member.shape.begin(), member.shape.end());
            shapes.insert(shapes.end(), rank - member.shape.size(), -1);
        }
    }
    makeGroup(file, "/tensors",
              "Everything that is fingerprinted at each step, a row each: kind by kind, in model order.");
    writeTexts(file, {"/tensors/name", "Name of the tensor, generator, or part of a batch.", ""}, names,
               maxNameBytes);
    writeTexts(file,
               {"/tensors/kind", "random_state, batch, loss, buffer, gradient, optimizer or weight.", ""},
               kinds, 32);
    writeIntegers(file, {"/tensors/member", "Column of the row in /fingerprints/<kind>.", ""}, numbers);
    writeTexts(file, {"/tensors/dtype", "Element type.", ""}, dtypes, 32);
    writeIntegers(file, {"/tensors/rank", "Number of dimensions.", ""}, ranks);
    writeIntegerTable(file, {"/tensors/shape", "Sizes of the dimensions, filled up with -1.", "elements"},
                      names.size(), rank, shapes);
    writeIntegers(file, {"/tensors/since", "First step at which it exists.", "step"}, since);
    writeTexts(file, {"/tensors/dataset", "Dataset of its snapshots; empty: no bytes were kept.", ""},
               datasets, 4 * maxNameBytes);
}

TensorTable readTensors(hid_t file) {
    TensorTable out;
    const auto names = readTexts(file, "/tensors/name");
    const auto kinds = readTexts(file, "/tensors/kind");
    const auto numbers = readIntegers(file, "/tensors/member");
    const auto dtypes = readTexts(file, "/tensors/dtype");
    const auto ranks = readIntegers(file, "/tensors/rank");
    const auto since = readIntegers(file, "/tensors/since");
    const auto datasets = readTexts(file, "/tensors/dataset");
    for (const std::size_t rows :
         {kinds.size(), numbers.size(), dtypes.size(), ranks.size(), since.size(), datasets.size()})
        expectRows("/tensors", rows, names.size());
    std::size_t width = 0;
    const auto shapes = readIntegerTable(file, "/tensors/shape", names.size(), width);
    if (width > maxRank) throw Failure("/tensors/shape has too many dimensions");
    for (std::size_t row = 0; row < names.size(); ++row) {
        const auto kind = kindNamed(kinds[row]);
        if (!kind) throw Failure("/tensors/kind holds an unknown kind (" + kinds[row].substr(0, 32) + ")");
        auto& members = out.members[indexOf(*kind)];
        if (numbers[row] != static_cast<std::int64_t>(members.size()))
            throw Failure("/tensors/member does not number the members of a kind in order");
        Member member;
        member.kind = *kind;
        member.name = names[row];
        member.dtype = fingerprint::scalarTypeNamed(dtypes[row]);
        member.sinceStep = since[row];
        if (ranks[row] < 0 || static_cast<std::uint64_t>(ranks[row]) > width)
            throw Failure("/tensors/rank holds an impossible number of dimensions");
        const auto* shape = shapes.data() + row * width;
        member.shape.assign(shape, shape + ranks[row]);
        const bool isNegative =
            std::any_of(member.shape.begin(), member.shape.end(), [](auto size) { return size < 0; });
        if (isNegative || (fingerprint::sizeOf(member.dtype) > 0 && !sizeInBytes(member)))
            throw Failure("/tensors/shape holds an impossible shape");
        members.push_back(std::move(member));
        out.valuePaths[indexOf(*kind)].push_back(datasets[row]);
    }
    return out;
}

void writeEpochs(hid_t file, const std::vector<EpochRecord>& epochs) {
    std::vector<std::int64_t> numbers, steps, counts, ids;
    std::vector<double> losses, accuracies;
    std::size_t width = 0;
    for (const EpochRecord& epoch : epochs) width = std::max(width, epoch.firstSampleIds.size());
    for (const EpochRecord& epoch : epochs) {
        numbers.push_back(epoch.epoch);
        steps.push_back(epoch.step);
        losses.push_back(epoch.validationLoss.value_or(absent));
        accuracies.push_back(epoch.validationAccuracy.value_or(absent));
        counts.push_back(static_cast<std::int64_t>(epoch.firstSampleIds.size()));
        ids.insert(ids.end(), epoch.firstSampleIds.begin(), epoch.firstSampleIds.end());
        ids.insert(ids.end(), width - epoch.firstSampleIds.size(), -1);
    }
    // NaN is a value that a validation loss can have, so what was not recorded is told apart by a column of
    // its own.
    std::vector<std::int64_t> recorded;
    for (const EpochRecord& epoch : epochs)
        recorded.push_back((epoch.validationLoss ? 1 : 0) | (epoch.validationAccuracy ? 2 : 0));
    makeGroup(file, "/epochs", "A row for each epoch.");
    writeIntegers(file, {"/epochs/epoch", "Number of the epoch, from 0.", ""}, numbers);
    writeIntegers(file, {"/epochs/step", "Last step of the epoch.", "step"}, steps);
    writeReals(file, {"/epochs/validation_loss", "Loss on the hold-out data; NaN where not recorded.", ""},
               losses);
    writeReals(file,
               {"/epochs/validation_accuracy",
                "Share of the hold-out data that was right; NaN where not recorded.", "1"},
               accuracies);
    writeIntegers(file, {"/epochs/recorded", "1: the loss was recorded, 2: the accuracy, 3: both.", ""},
                  recorded);
    writeIntegers(file, {"/epochs/first_sample_count", "How many sample ids stand in the row.", ""}, counts);
    writeIntegerTable(
        file,
        {"/epochs/first_sample_ids", "Ids of the first samples, in the order drawn; filled up with -1.", ""},
        epochs.size(), width, ids);
}

std::vector<EpochRecord> readEpochs(hid_t file) {
    if (!exists(file, "/epochs")) return {};
    const auto numbers = readIntegers(file, "/epochs/epoch");
    const auto steps = readIntegers(file, "/epochs/step");
    const auto losses = readReals(file, "/epochs/validation_loss");
    const auto accuracies = readReals(file, "/epochs/validation_accuracy");
    const auto recorded = readIntegers(file, "/epochs/recorded");
    const auto counts = readIntegers(file, "/epochs/first_sample_count");
    for (const std::size_t rows :
         {steps.size(), losses.size(), accuracies.size(), recorded.size(), counts.size()})
        expectRows("/epochs", rows, numbers.size());
    std::size_t width = 0;
    const auto ids = readIntegerTable(file, "/epochs/first_sample_ids", numbers.size(), width);
    std::vector<EpochRecord> out(numbers.size());
    for (std::size_t row = 0; row < out.size(); ++row) {
        if (counts[row] < 0 || static_cast<std::uint64_t>(counts[row]) > width)
            throw Failure("/epochs/first_sample_count holds an impossible count");
        out[row].epoch = numbers[row];
        out[row].step = steps[row];
        if (recorded[row] & 1) out[row].validationLoss = losses[row];
        if (recorded[row] & 2) out[row].validationAccuracy = accuracies[row];
        const auto* first = ids.data() + row * width;
        out[row].firstSampleIds.assign(first, first + counts[row]);
    }
    return out;
}

void writeLog(hid_t file, const std::vector<LogEntry>& log) {
    std::vector<std::string> levels, texts;
    std::vector<std::int64_t> steps;
    for (const LogEntry& entry : log) {
        levels.push_back(levelText(entry.level));
        steps.push_back(entry.step.value_or(schema::noStep));
        texts.push_back(entry.text);
    }
    makeGroup(file, "/log", "Messages of the recording, in the order in which they came.");
    writeTexts(file, {"/log/level", "info, warning or error.", ""}, levels, 16);
    writeIntegers(file, {"/log/step", "Step that it belongs to; the smallest 64-bit integer: none.", "step"},
                  steps);
    writeTexts(file, {"/log/text", "What was said.", ""}, texts, maxLogBytes);
}

std::vector<LogEntry> readLog(hid_t file) {
    if (!exists(file, "/log")) return {};
    const auto levels = readTexts(file, "/log/level");
    const auto steps = readIntegers(file, "/log/step");
    const auto texts = readTexts(file, "/log/text");
    expectRows("/log", levels.size(), texts.size());
    expectRows("/log", steps.size(), texts.size());
    std::vector<LogEntry> out(texts.size());
    for (std::size_t row = 0; row < out.size(); ++row) {
        out[row].level = levelOf(levels[row]);
        if (steps[row] != schema::noStep) out[row].step = steps[row];
        out[row].text = texts[row];
    }
    return out;
}

}  // namespace firstsplit::record
