// The two-way answer of every operation that can refuse its input: errors are values, never exceptions.

/** Either `{ ok: true, value }` or `{ ok: false, fault }`. */
export type Result<Value, Fault> = Accepted<Value> | Refused<Fault>;

export interface Accepted<Value> {
  readonly ok: true;
  readonly value: Value;
}

export interface Refused<Fault> {
  readonly ok: false;
  readonly fault: Fault;
}

export function accept<Value>(value: Value): Accepted<Value> {
  return { ok: true, value };
}

export function refuse<Fault>(fault: Fault): Refused<Fault> {
  return { ok: false, fault };
}
