// What several kinds of actors look up alike.
import type { Scene } from '../scene.ts';

/** The contents that are known in a Group. */
export function artifactsOf({ world }: Scene, groupId: string): readonly string[] {
  return [...world.list('content', groupId)].map(([hash]) => hash);
}
