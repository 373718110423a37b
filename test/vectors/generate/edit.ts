// Edits of documents by JSON pointer: an invalid vector is a valid document with one thing changed.

/** One change of a document. */
export interface Change {
  readonly pointer: string;
  /** The new value; without it the member or element goes away. */
  readonly value?: unknown;
}

export function set(pointer: string, value: unknown): Change {
  return { pointer, value };
}

export function drop(pointer: string): Change {
  return { pointer };
}

/** A copy of the document with the changes made, in order. Throws when a change has no place to go. */
export function edit(document: object, ...changes: readonly Change[]): Record<string, unknown> {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const change of changes) apply(copy, change);
  return copy;
}

function apply(root: Record<string, unknown>, change: Change): void {
  const steps = change.pointer.split('/').slice(1).map(unescape);
  const last = steps.pop();
  if (last === undefined) throw new Error('a change needs a member to change');
  let parent: unknown = root;
  for (const step of steps) parent = childOf(parent, step, change.pointer);
  if (typeof parent !== 'object' || parent === null)
    throw new Error(`nothing to change at ${change.pointer}`);
  if ('value' in change) {
    // Defined, not assigned: `__proto__` is a member name like any other.
    Object.defineProperty(parent, last, {
      value: change.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else if (!Object.hasOwn(parent, last)) {
    throw new Error(`nothing to drop at ${change.pointer}`);
  } else if (Array.isArray(parent)) {
    parent.splice(Number(last), 1);
  } else {
    Reflect.deleteProperty(parent, last);
  }
}

function childOf(parent: unknown, name: string, pointer: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) {
    throw new Error(`no ${name} on the way to ${pointer}`);
  }
  return Reflect.get(parent, name);
}

function unescape(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
