// The state as it will be when everything that is under way has been accepted: kept from wish to wish, so that each Command is laid
// over it once.
import { evolve } from '../../../domain/evolve.ts';
import { OverlayWorld } from '../../../domain/world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { ComposedCommand } from '../../desk/intent/compose.ts';
import { tryCommand } from '../../desk/intent/trial.ts';

interface Laid {
  readonly situation: string;
  readonly commands: readonly ComposedCommand[];
  readonly connection: DeskConnection & { readonly world: OverlayWorld };
}

export class LaterState {
  private laid: Laid | undefined;

  /** `situation` names the state of the connection: for another one all of it is laid anew. */
  over(connection: DeskConnection, situation: string, underWay: readonly ComposedCommand[]): DeskConnection {
    const { laid } = this;
    const isSame =
      laid !== undefined &&
      laid.situation === situation &&
      laid.connection.nowMs === connection.nowMs &&
      laid.commands.every((each, index) => each === underWay[index]);
    const later = isSame ? laid.connection : { ...connection, world: new OverlayWorld(connection.world) };
    for (const composed of underWay.slice(isSame ? laid.commands.length : 0)) {
      // What is in the state already is refused here, and changes nothing.
      for (const event of tryCommand(later, composed).outcome().events) {
        later.world.apply(evolve(later.world, event));
      }
    }
    this.laid = { situation, commands: underWay, connection: later };
    return later;
  }
}
