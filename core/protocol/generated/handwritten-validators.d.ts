// Generated from schemas/ by build/generate-protocol-code.ts. Do not edit.

export interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly message?: string;
  /** The member name at fault, where a rule for names failed. */
  readonly propertyName?: string;
  readonly params: { readonly [name: string]: unknown };
  readonly data?: unknown;
  readonly parentSchema?: { readonly [keyword: string]: unknown };
}
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}
export declare const HANDWRITTEN: {
  readonly 'autonomy-matrix': Validator;
  readonly 'coordinate-policy': Validator;
  readonly 'mission-brief': Validator;
  readonly 'worker-config': Validator;
};
