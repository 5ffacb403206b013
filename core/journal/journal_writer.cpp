#include "core/journal/journal_writer.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "core/journal/bytes.h"
#include "core/journal/frame.h"
#include "core/journal/frame_queue.h"
#include "core/journal/payload.h"

namespace firstsplit::journal {

namespace {

/// Our parts of values are shorter than the format allows: copying one overlaps with writing the one before.
constexpr std::size_t valuePartBytes = std::size_t{4} << 20;
/// Frames of one step are handed over together up to here.
constexpr std::size_t pieceBytes = std::size_t{1} << 20;
constexpr std::size_t maxLogTextBytes = 16384;
constexpr auto syncInterval = std::chrono::seconds(1);

/// Starts a thread that no signal is delivered to: handlers belong to the training's threads, and a write
/// beyond the limit on file sizes must return EFBIG instead of killing the process by SIGXFSZ.
template <class Function>
std::thread startQuietThread(Function function) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread(std::move(function));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

/// Appends a frame whose header is not sealed yet; returns where its payload goes.
std::byte* appendFrame(Buffer& frames, FrameType type, std::size_t payloadBytes) {
    const std::size_t padding = paddedSize(payloadBytes) - payloadBytes;
    std::byte* frame = frames.grow(frameHeaderBytes + payloadBytes + padding);
    storeAs(frame + 4, static_cast<std::uint16_t>(type));
    storeAs(frame + 8, std::uint64_t{payloadBytes});
    std::memset(frame + frameHeaderBytes + payloadBytes, 0, padding);
    return frame + frameHeaderBytes;
}

void appendFrame(Buffer& frames, FrameType type, const std::string& json) {
    std::memcpy(appendFrame(frames, type, json.size()), json.data(), json.size());
}

/// Numbers the frames and computes their checks; on the writer's thread, off the training's.
void sealFrames(std::span<std::byte> frames, std::uint32_t& sequence) {
    while (!frames.empty()) {
        FrameHeader header;
        header.type = loadAs<std::uint16_t>(frames.data() + 4);
        header.payloadBytes = loadAs<std::uint64_t>(frames.data() + 8);
        header.payloadCheck =
            checkOf(header.algorithm, frames.subspan(frameHeaderBytes, header.payloadBytes));
        header.sequence = sequence++;
        encodeFrameHeader(header, frames.first<frameHeaderBytes>());
        frames = frames.subspan(frameHeaderBytes + paddedSize(header.payloadBytes));
    }
}

}  // namespace

struct JournalWriter::State {
    explicit State(JournalFile journal) : file(std::move(journal)) {}
    ~State() { stop(); }

    void start() {
        writer = startQuietThread([this] { write(); });
        syncer = startQuietThread([this] { syncNowAndThen(); });
    }

    /// False in a forked child, after a failure and after the end: every call then does nothing.
    bool isActive() const {
        return !isEnded && getpid() == owner && !isDetached.load(std::memory_order_acquire);
    }

    void detach(const std::string& reason) {
        {
            const std::lock_guard lock(mutex);
            if (!detachReason) detachReason = reason;
        }
        isDetached.store(true, std::memory_order_release);
        queue.close();
    }

    /// Runs something that may run out of memory: recording then ends, the training goes on.
    template <class Function>
    void guarded(Function function) {
        if (!isActive()) return;
        try {
            function();
        } catch (const std::exception& exception) {
            detach("The journal " + file.path() + " ends here: " + exception.what() +
                   ". The training goes on without being recorded; free some memory and run it again.");
        }
    }

    void handOver(bool endsStep) {
        if (current.isEmpty()) return;
        queue.push({std::exchange(current, pool.take()), endsStep});
    }

    void write() {
        while (auto piece = queue.pop()) {
            sealFrames(piece->frames.bytes(), sequence);
            const auto written = file.append(piece->frames.bytes());
            if (!written) {
                detach(written.error().message + " The training goes on without being recorded.");
            } else {
                bytesWritten.fetch_add(piece->frames.size(), std::memory_order_acq_rel);
                isUnsynced.store(true, std::memory_order_release);
            }
            pool.giveBack(std::move(piece->frames));
            queue.done();
        }
    }

    void syncNowAndThen() {
        std::unique_lock lock(mutex);
        while (!isStopping) {
            syncTimer.wait_for(lock, syncInterval, [this] { return isStopping; });
            lock.unlock();
            syncNow();
            lock.lock();
        }
    }

    void syncNow() {
        if (!isUnsynced.exchange(false, std::memory_order_acq_rel)) return;
        if (const auto synced = file.sync(); !synced)
            detach(synced.error().message + " The training goes on without being recorded.");
    }

    void stop() {
        queue.close();
        {
            const std::lock_guard lock(mutex);
            isStopping = true;
        }
        syncTimer.notify_all();
        if (writer.joinable()) writer.join();
        if (syncer.joinable()) syncer.join();
    }

    const pid_t owner = getpid();
    JournalFile file;
    FrameQueue queue;
    BufferPool pool;
    Buffer current;  ///< frames of the step under way
    std::array<std::uint32_t, kindCount> memberCounts{};
    std::uint32_t sequence = 0;  ///< of the writer's thread
    bool isEnded = false;
    std::atomic<bool> isDetached = false;
    std::atomic<bool> isUnsynced = false;
    std::atomic<std::uint64_t> bytesWritten = 0;
    mutable std::mutex mutex;
    std::condition_variable syncTimer;
    std::optional<std::string> detachReason;
    bool isStopping = false;
    std::thread writer, syncer;
};

JournalWriter::JournalWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

Result<std::unique_ptr<JournalWriter>> JournalWriter::create(const std::string& path, const Hello& hello,
                                                             FileOperations operations) {
    auto file = JournalFile::create(path, std::move(operations));
    if (!file) return tl::unexpected(file.error());
    Buffer head;
    encodeFileHeader(std::span<std::byte, fileHeaderBytes>(head.grow(fileHeaderBytes), fileHeaderBytes));
    appendFrame(head, FrameType::Hello, helloToJson({hello, thisProcess(), utcNow()}));
    auto state = std::make_unique<State>(std::move(*file));
    sealFrames(head.bytes().subspan(fileHeaderBytes), state->sequence);
    if (auto written = state->file.append(head.bytes()); !written) {
        ::unlink(path.c_str());  // our own, without content
        return tl::unexpected(written.error());
    }
    state->bytesWritten = head.size();
    state->isUnsynced = true;
    state->start();
    return std::unique_ptr<JournalWriter>(new JournalWriter(std::move(state)));
}

JournalWriter::~JournalWriter() {
    if (getpid() != m_state->owner) {
        // A forked child has the state, but not the threads; nothing in it can be destroyed without waiting
        // for them.
        static_cast<void>(m_state.release());
        return;
    }
    if (m_state->isActive()) {
        m_state->handOver(false);
        m_state->queue.waitUntilEmpty();
    }
}

void JournalWriter::addMembers(std::span<const Member> members) {
    m_state->guarded([&] {
        std::vector<NumberedMember> numbered;
        numbered.reserve(members.size());
        for (const Member& member : members)
            numbered.push_back({m_state->memberCounts[indexOf(member.kind)]++, member});
        appendFrame(m_state->current, FrameType::Members, membersToJson(numbered));
    });
}

void JournalWriter::addValues(std::int64_t step, Kind kind, std::uint32_t member,
                              std::span<const std::byte> bytes) {
    m_state->guarded([&] {
        std::size_t offset = 0;
        do {
            const std::size_t count = std::min(bytes.size() - offset, valuePartBytes);
            std::byte* payload = appendFrame(m_state->current, FrameType::Values, valuesPrefixBytes + count);
            encodeValuesPrefix({step, kind, member, offset, bytes.size(), count, 0}, payload);
            if (count > 0) std::memcpy(payload + valuesPrefixBytes, bytes.data() + offset, count);
            offset += count;
            if (m_state->current.size() >= pieceBytes) m_state->handOver(false);
        } while (offset < bytes.size());
    });
}

void JournalWriter::addStep(const StepRecord& step, std::array<bool, kindCount> keepFingerprints) {
    m_state->guarded([&] {
        StepPayload payload{step.step,         step.losses,      step.learningRate,
                            step.gradientNorm, step.stepSeconds, {}};
        for (Kind kind : allKinds) {
            const auto& fingerprints = step.fingerprints[indexOf(kind)];
            if (fingerprints.empty()) continue;
            payload.digests[indexOf(kind)] = fingerprint::ofList(fingerprints);
            if (!keepFingerprints[indexOf(kind)]) continue;
            const std::size_t bytes = fingerprints.size() * sizeof(Fingerprint);
            std::byte* out =
                appendFrame(m_state->current, FrameType::Fingerprints, fingerprintsPrefixBytes + bytes);
            encodeFingerprintsPrefix(step.step, kind, static_cast<std::uint32_t>(fingerprints.size()), out);
            std::memcpy(out + fingerprintsPrefixBytes, fingerprints.data(), bytes);
        }
        encodeStep(payload, appendFrame(m_state->current, FrameType::Step, stepPayloadBytes(payload)));
        m_state->handOver(true);
    });
}

void JournalWriter::addEpoch(const EpochRecord& epoch) {
    m_state->guarded([&] {
        appendFrame(m_state->current, FrameType::Epoch, epochToJson(epoch));
        m_state->handOver(false);
    });
}

void JournalWriter::addLog(LogLevel level, std::optional<std::int64_t> step, const std::string& text) {
    m_state->guarded([&] {
        appendFrame(m_state->current, FrameType::Log,
                    logToJson({level, step, text.substr(0, maxLogTextBytes)}));
        m_state->handOver(false);
    });
}

void JournalWriter::addSettingsInForce(const std::string& when,
                                       const std::map<std::string, std::string>& inForce) {
    m_state->guarded([&] {
        appendFrame(m_state->current, FrameType::Settings, settingsToJson({when, inForce}));
        m_state->handOver(false);
    });
}

void JournalWriter::end(const std::string& state, const std::string& reason,
                        const std::optional<Finding>& finding) {
    m_state->guarded([&] {
        appendFrame(m_state->current, FrameType::End, endToJson({state, reason, utcNow(), finding}));
        m_state->handOver(false);
        m_state->queue.waitUntilEmpty();
        m_state->syncNow();
        m_state->isEnded = true;
    });
}

std::optional<std::string> JournalWriter::detachReason() const {
    if (getpid() != m_state->owner) return "This is a forked child of the process that is recorded.";
    const std::lock_guard lock(m_state->mutex);
    return m_state->detachReason;
}

std::uint64_t JournalWriter::timesBlocked() const {
    return getpid() == m_state->owner ? m_state->queue.timesBlocked() : 0;
}

std::uint64_t JournalWriter::bytesWritten() const {
    return m_state->bytesWritten.load(std::memory_order_acquire);
}

}  // namespace firstsplit::journal
