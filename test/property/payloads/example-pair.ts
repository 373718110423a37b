// What is kept for each kind: the smallest and the largest valid payload.

/** A payload with nothing optional and one with every member; that none is forgotten is checked by the types. */
export interface ExamplePair<Payload> {
  readonly minimal: Payload;
  readonly maximal: Required<Payload>;
}
