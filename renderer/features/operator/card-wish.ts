// Capabilities as a person types them: one on each line, an id and its version.

export interface TypedCapability {
  readonly id: string;
  readonly version: string;
}

/** Undefined while there is none, or one of them lacks its version. */
export function capabilitiesIn(text: string): TypedCapability[] | undefined {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/u));
  const listed: TypedCapability[] = [];
  for (const [id = '', version, ...rest] of lines) {
    if (id === '') continue;
    if (version === undefined || rest.length > 0) return undefined;
    listed.push({ id, version });
  }
  return listed.length === 0 ? undefined : listed;
}
