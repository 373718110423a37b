// What the shim of a utility process and its child say to each other.
export type ShimMessage =
  | { readonly kind: 'message'; readonly data: unknown; readonly portIds: readonly number[] }
  | { readonly kind: 'port'; readonly portId: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly portId: number };
