"""Names of parameters and buffers, found once by looking through the live modules; nothing of the user's is called."""

import gc
import weakref

import torch

_PREFIXES = ("_orig_mod.", "module.", "_fsdp_wrapped_module.")


def _instances(base):
    # type(o), not isinstance: that would ask o.__class__, which may be user code or a dead weak proxy.
    return [o for o in gc.get_objects() if issubclass(type(o), base)]


def _children(module):
    return {k: m for k, m in module.__dict__.get("_modules", {}).items() if m is not None}


def _walk(module, prefix="", seen=None):
    """(prefix, module) of a module and all below it, in the order of registration; shared modules at each place."""
    seen = (seen or ()) + (id(module),)
    yield prefix, module
    for key, child in _children(module).items():
        if id(child) not in seen:
            yield from _walk(child, prefix + key + ".", seen)


def _clean(name):
    changed = True
    while changed:
        changed = False
        for part in _PREFIXES:
            if name.startswith(part):
                name, changed = name[len(part) :], True
            elif "." + part in name:
                name, changed = name.replace("." + part, "."), True
    return name


class Names:
    """Remembers names by identity, checked through weak references, since an id is reused; failures too."""

    def __init__(self):
        self._known = {}  # id -> (weak reference, name)
        self._buffers = []  # (name, weak reference to the module, key)
        self._roots = {}  # id -> (weak reference to a root module, prefix)
        self._taken = set()
        self._several_roots = False

    def of(self, parameters, optimizer_label):
        """Names of an optimizer's parameters, in their order; marked "(position only)" when no module holds them."""
        names = [self._lookup(parameter) for parameter in parameters]
        if None not in names:
            return names
        self._scan(parameters)
        names = []
        for position, parameter in enumerate(parameters):
            name = self._lookup(parameter)
            if name is None:
                name = self._free("%s.param%d (position only)" % (optimizer_label, position))
                self._remember(parameter, name)
            names.append(name)
        return names

    def buffers(self):
        """(names, tensors) of the modules whose parameters are trained."""
        names, tensors = [], []
        for name, module, key in self._buffers:
            module = module()
            tensor = module.__dict__["_buffers"].get(key) if module is not None else None
            if tensor is not None:
                names.append(name)
                tensors.append(tensor)
        return tuple(names), tensors

    def add_root(self, root):
        """Names what is below a module that the script itself has named as a root."""
        if not self._is_named(root):
            self._add_root(root)

    def below(self, root):
        """[(name, parameter)] of a named root, in the order of registration."""
        found = {}
        for _, module in _walk(root):
            for parameter in module.__dict__.get("_parameters", {}).values():
                name = self._lookup(parameter) if parameter is not None else None
                if name is not None:
                    found[name] = parameter
        return list(found.items())

    def _lookup(self, tensor):
        entry = self._known.get(id(tensor))
        return entry[1] if entry is not None and entry[0]() is tensor else None

    def _remember(self, tensor, name):
        self._known[id(tensor)] = (weakref.ref(tensor), name)

    def _free(self, name):
        candidate, number = name, 2
        while candidate in self._taken:
            candidate, number = "%s#%d" % (name, number), number + 1
        self._taken.add(candidate)
        return candidate

    def _scan(self, parameters):
        modules = _instances(torch.nn.Module)
        below = {id(child) for m in modules for child in _children(m).values()}
        roots = [m for m in modules if id(m) not in below]
        trained = {id(p) for p in parameters}
        for optimizer in _instances(torch.optim.Optimizer):
            for group in optimizer.__dict__.get("param_groups", ()):
                trained.update(id(p) for p in group.get("params", ()))
        holds = {id(root): self._count(root, trained) for root in roots}
        wanted = {id(p) for p in parameters}
        self._several_roots |= sum(1 for count in holds.values() if count) > 1 and not self._covers(roots, holds, trained)
        # The root that holds most of this optimizer's parameters names them.
        for root in sorted(roots, key=lambda r: -self._count(r, wanted)):
            if self._is_named(root) or not self._count(root, wanted):
                continue
            if all(self._lookup(p) is not None for p in parameters):
                break
            self._add_root(root)

    def _is_named(self, root):
        entry = self._roots.get(id(root))  # by identity: a user's module may define == and be unhashable
        return entry is not None and entry[0]() is root

    @staticmethod
    def _count(root, wanted):
        owned = {id(p) for _, m in _walk(root) for p in m.__dict__.get("_parameters", {}).values() if p is not None}
        return len(owned & wanted)

    @staticmethod
    def _covers(roots, holds, trained):
        """One root holds everything that is trained: the others are copies of references (a trainer, a loss)."""
        known = set()
        for root in roots:
            if holds[id(root)]:
                for _, m in _walk(root):
                    known.update(id(p) for p in m.__dict__.get("_parameters", {}).values() if p is not None)
        return any(count == len(trained & known) for count in holds.values())

    def _add_root(self, root):
        prefix = ""
        if self._several_roots or self._roots:
            label = type(root).__name__
            number = 1 + sum(1 for _, p in self._roots.values() if p.split("#")[0].rstrip(".") == label)
            prefix = "%s%s." % (label, "" if number == 1 else "#%d" % number)
        self._roots[id(root)] = (weakref.ref(root), prefix)
        for path, module in _walk(root):
            for key, parameter in module.__dict__.get("_parameters", {}).items():
                if parameter is not None and self._lookup(parameter) is None:
                    name = self._free(prefix + _clean(path + key))
                    self._remember(parameter, name)
            for key, tensor in module.__dict__.get("_buffers", {}).items():
                if tensor is not None:
                    self._buffers.append((self._free(prefix + _clean(path + key)), weakref.ref(module), key))
