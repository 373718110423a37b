// The shape that the texts of another language have to have: the same keys, any text.

/** No language can forget a key or invent one. */
export type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>;
};
