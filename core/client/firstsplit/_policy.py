"""Which steps keep bytes and fingerprints: the same pure functions as core/journal's thinning, so that both runs of a
pair hold the same steps."""


class Thinning:
    """Stride 1 until half the budget is used, 2 until three quarters, 4 until seven eighths and so on."""

    def __init__(self, budget_bytes):
        self._budget = budget_bytes
        self._used = 0
        self._doublings = 0

    def keeps(self, step, byte_count, forced):
        while self._doublings < 40 and self._used >= self._budget - (self._budget >> (self._doublings + 1)):
            self._doublings += 1
        fits = self._used + byte_count <= self._budget
        if not forced and (not fits or step % (1 << self._doublings)):
            return False
        self._used += byte_count
        return True


class SnapshotPolicy:
    """For bytes of weights and buffers; always step −1. A script's last step is not known in advance."""

    def __init__(self, request, bytes_per_snapshot):
        self._policy = request.get("policy", "budget")
        self._every = max(1, int(request.get("every", 1)))
        budget = int(request.get("budget_bytes", 2 << 30))
        self._bytes = bytes_per_snapshot
        self._thinning = Thinning(budget)
        self.keeps_none = self._policy == "none" or (self._policy == "budget" and bytes_per_snapshot > budget // 4)

    def keeps(self, step):
        """Call once for each step, ascending from −1."""
        if self.keeps_none:
            return False
        if self._policy == "budget":
            return self._thinning.keeps(step, self._bytes, step == -1)
        return step == -1 or (self._policy == "every_n" and step % self._every == 0)
