// What no text for people may hold: placeholders, identifiers, codes of the wire, names that only programs know.

/** `undefined`, `{{name}}`, `urn:…`, `REVISION_CONFLICT`, `tool_calls`, `toolCalls`, `work.offer`. */
export const MACHINE_TEXT =
  /undefined|null|NaN|\[object|\{|\burn:|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*|\b(?:work|mission|membership|policy|approval)\.[a-z]/u;
