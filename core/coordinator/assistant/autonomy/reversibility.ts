// What can still be undone of an act, by what the protocol allows in the state of now. Nothing is ever taken out of a log.
import { isTerminal } from '../../../domain/missions.ts';
import type { World } from '../../../domain/world.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import { missionIn } from './act-facts.ts';
import type { AutonomyNote } from './notes.ts';

export type Reversibility =
  /** Another Command undoes it. */
  | { readonly kind: 'by-command'; readonly command: DeskCommandKind; readonly by: 'coordinator' | 'owner' }
  /** It ends by itself. */
  | { readonly kind: 'by-itself' }
  /** What it has done has already been overtaken: nothing is left to undo. */
  | { readonly kind: 'over' }
  /** Nothing undoes it. */
  | { readonly kind: 'never' };

type Judge = (world: World, note: AutonomyNote) => Reversibility;

const NEVER: Reversibility = { kind: 'never' };
const OVER: Reversibility = { kind: 'over' };
const BY_ITSELF: Reversibility = { kind: 'by-itself' };

const JUDGES: { readonly [Kind in DeskCommandKind]?: Judge } = {
  'mission.renew_coordinator': () => BY_ITSELF,
  'mission.assign_coordinator': (world, { groupId }) =>
    whileMissionLives(world, groupId, 'mission.assign_coordinator'),
  'mission.create_child': (world, { made }) => {
    const child = made.find(({ type }) => type === 'mission');
    return child === undefined ? NEVER : whileMissionLives(world, child.id, 'mission.cancel');
  },
  'mission.submit_for_approval': (world, { groupId }) =>
    missionIn(world, groupId)?.document.state === 'awaiting_approval'
      ? { kind: 'by-command', command: 'mission.request_changes', by: 'owner' }
      : OVER,
  'membership.change': (world, { groupId, target }) =>
    hasMember(world, groupId, target.id)
      ? { kind: 'by-command', command: 'membership.end', by: 'coordinator' }
      : OVER,
  'membership.end': (world, { groupId }) =>
    isOver(world, groupId) ? NEVER : { kind: 'by-command', command: 'membership.change', by: 'coordinator' },
  // The text stays in the log.
  'message.post': (world, { groupId }) =>
    isOver(world, groupId) ? NEVER : { kind: 'by-command', command: 'message.retract', by: 'coordinator' },
  'work.authorize': (world, note) => whileWorkLives(world, note),
  'work.offer': (world, note) => {
    const state = stateOf(world, note);
    if (state === 'offered') return BY_ITSELF;
    return state === 'open' ? OVER : whileWorkLives(world, note);
  },
};

/** Whether, and how, a person can still undo what was signed alone. */
export function reversibilityOf(world: World, note: AutonomyNote): Reversibility {
  return JUDGES[note.kind]?.(world, note) ?? NEVER;
}

function isOver(world: World, groupId: string): boolean {
  const mission = missionIn(world, groupId);
  return mission === undefined || isTerminal(mission.document.state);
}

function whileMissionLives(world: World, groupId: string, command: DeskCommandKind): Reversibility {
  return isOver(world, groupId) ? NEVER : { kind: 'by-command', command, by: 'owner' };
}

function stateOf(world: World, { groupId, target }: AutonomyNote) {
  return world.get('workItem', groupId, target.id)?.document.state;
}

function whileWorkLives(world: World, note: AutonomyNote): Reversibility {
  const state = stateOf(world, note);
  const isFinal = state === undefined || ['verified', 'failed', 'cancelled'].includes(state);
  return isFinal ? NEVER : { kind: 'by-command', command: 'work.cancel', by: 'coordinator' };
}

function hasMember(world: World, groupId: string, key: string): boolean {
  const record = world.get('member', groupId, key);
  return (
    record !== undefined &&
    record.membershipIds.some((id) => world.get('membership', groupId, id)?.state !== 'ended')
  );
}
