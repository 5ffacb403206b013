#include "core/train/cifar.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace firstsplit::train {
namespace {

constexpr std::int64_t colours = 3, side = 32, classes = 10;
constexpr std::int64_t pixelBytes = colours * side * side, recordBytes = 1 + pixelBytes;
constexpr std::int64_t picturesPerFile = 10'000, trainingFiles = 5, holdOutPictures = 1'000;
constexpr std::int64_t fileBytes = picturesPerFile * recordBytes;

// The published means of the training pictures (125.306918046875, 122.950394140625, 113.86538318359375) times
// the number of pixels: whole numbers, which any changed byte would change.
constexpr std::int64_t pixelSums[colours] = {6'415'714'204, 6'295'060'180, 5'829'907'619};

const std::string remedy =
    " Give the folder of CIFAR-10's binary version (https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz, "
    "unpacked: cifar-10-batches-bin), or leave --data away to train on noise of that shape.";

Result<at::Tensor> recordsOf(const std::string& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return fail(path + " cannot be read: " + std::strerror(errno) + "." + remedy);
    const std::int64_t bytes = file.tellg();
    if (bytes != fileBytes)
        return fail(path + " has " + std::to_string(bytes) + " bytes, and a batch of CIFAR-10 has " +
                    std::to_string(fileBytes) + "." + remedy);
    at::Tensor records = at::empty({picturesPerFile, recordBytes}, at::kByte);
    if (!file.seekg(0) || !file.read(static_cast<char*>(records.mutable_data_ptr()), fileBytes))
        return fail(path + " cannot be read to its end." + remedy);
    return records;
}

/// The sums of the training pictures' channels, and equally many pictures of every class.
bool isCifar10(const at::Tensor& records) {
    const auto training = records.narrow(0, 0, trainingFiles * picturesPerFile);
    for (std::int64_t colour = 0; colour < colours; ++colour) {
        const auto channel = training.narrow(1, 1 + colour * side * side, side * side);
        if (channel.sum(at::kLong).item<std::int64_t>() != pixelSums[colour]) return false;
    }
    for (const auto& [from, count] : {std::pair{std::int64_t{0}, trainingFiles * picturesPerFile},
                                      std::pair{trainingFiles * picturesPerFile, picturesPerFile}})
        for (std::int64_t label = 0; label < classes; ++label) {
            const at::Tensor labels = records.narrow(0, from, count).select(1, 0);
            if (labels.eq(label).sum().item<std::int64_t>() != count / classes) return false;
        }
    return true;
}

at::Tensor perChannel(std::initializer_list<float> values, at::Device device) {
    return at::tensor(at::ArrayRef<float>(values)).view({1, colours, 1, 1}).to(device);
}

}  // namespace

ColourPictures::ColourPictures(std::string description, const at::Tensor& pixels, const at::Tensor& labels,
                               std::int64_t holdOutCount, at::Device device)
    : Dataset(std::move(description), labels.size(0) - holdOutCount, holdOutCount),
      m_pixels(pixels.to(device)),
      m_labels(labels.to(device)),
      m_mean(perChannel({125.307F, 122.950F, 113.865F}, device)),
      m_deviation(perChannel({62.993F, 62.089F, 66.705F}, device)) {}

Samples ColourPictures::at(const at::Tensor& ids) const {
    return {m_pixels.index_select(0, ids).to(at::kFloat).sub_(m_mean).div_(m_deviation),
            m_labels.index_select(0, ids)};
}

Result<std::shared_ptr<const Dataset>> loadCifar10(const std::string& folder, at::Device device) {
    std::vector<at::Tensor> files;
    for (std::int64_t i = 0; i <= trainingFiles; ++i) {
        const std::string name =
            i < trainingFiles ? "data_batch_" + std::to_string(i + 1) + ".bin" : "test_batch.bin";
        const Result<at::Tensor> records = recordsOf(folder + "/" + name);
        if (!records) return tl::unexpected(records.error());
        files.push_back(*records);
    }
    const at::Tensor all = at::cat(files);
    if (!isCifar10(all))
        return fail(
            "The files in " + folder +
            " have the size of CIFAR-10's batches, but not its content: the sums of the pixels or the "
            "counts of the labels are others." +
            remedy);
    const at::Tensor records = all.narrow(0, 0, trainingFiles * picturesPerFile + holdOutPictures);
    return std::make_shared<ColourPictures>(
        "CIFAR-10", records.narrow(1, 1, pixelBytes).reshape({-1, colours, side, side}),
        records.select(1, 0).to(at::kLong), holdOutPictures, device);
}

std::shared_ptr<const Dataset> cifarShapedNoise(at::Device device) {
    constexpr std::int64_t trainingPictures = 2'048, holdOut = 64;
    constexpr std::uint64_t fixedSeed = 10;
    const std::int64_t count = trainingPictures + holdOut;
    const at::Generator generator = at::detail::createCPUGenerator(fixedSeed);
    const at::Tensor pixels = at::randint(256, {count, colours, side, side}, generator, at::kByte);
    const at::Tensor labels = at::randint(classes, {count}, generator, at::kLong);
    return std::make_shared<ColourPictures>("noise of CIFAR-10's shape", pixels, labels, holdOut, device);
}

}  // namespace firstsplit::train
