// What stops working without a key, for whoever is about to remove it: Missions, Commands that wait, and drafts, by connection.
import type { Words } from '../contract/values.ts';
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { isTerminal } from '../domain/missions.ts';
import { SINGLE } from '../domain/world.ts';
import type { Actor } from '../protocol/generated/documents.ts';

interface EffectWords {
  owned(name: string, count: number): string;
  led(name: string, count: number): string;
  leases(name: string, count: number): string;
  waiting(name: string, count: number): string;
  drafts(name: string, count: number): string;
}

const WORDS: { readonly en: EffectWords; readonly de: EffectWords } = {
  en: {
    owned: (name, count) => `${name}: nobody here can approve, change or cancel ${count} open Missions.`,
    led: (name, count) =>
      `${name}: ${count} open Missions lose their Coordinator when its term ends; name another one first.`,
    leases: (name, count) => `${name}: ${count} leases of work end by the clock.`,
    waiting: (name, count) => `${name}: ${count} Commands that wait cannot be signed any more.`,
    drafts: (name, count) =>
      `${name}: ${count} unfinished drafts stay here; another identity would have to sign them.`,
  },
  de: {
    owned: (name, count) =>
      `${name}: ${count} offene Missions kann hier niemand mehr freigeben, ändern oder abbrechen.`,
    led: (name, count) =>
      `${name}: ${count} offene Missions verlieren ihren Coordinator, sobald seine Zeit endet; benenne zuerst einen anderen.`,
    leases: (name, count) => `${name}: ${count} Leases für Arbeit enden nach der Uhr.`,
    waiting: (name, count) => `${name}: ${count} wartende Commands können nicht mehr unterzeichnet werden.`,
    drafts: (name, count) =>
      `${name}: ${count} Entwürfe bleiben liegen; unterzeichnen müsste sie eine andere Identität.`,
  },
};

/** Only what there is; the connection as such is for the caller to name. */
export function keyEffectsOf(desk: DeskRuntime, keyId: string): Words[] {
  const words = WORDS[desk.language];
  return desk.connections().flatMap((connection) => {
    const link = connection.links.find((each) => each.keyId === keyId);
    if (link === undefined) return [];
    const { name, connectionId } = connection.facts;
    const { owned, led, leases } = countRoles(connection, link.actor);
    const waiting = desk.commands
      .entries()
      .filter(
        (entry) =>
          entry.connectionId === connectionId &&
          entry.signer.id === link.actor.id &&
          (entry.state === 'draft' || entry.state === 'waiting-for-key'),
      ).length;
    const drafts = desk.sheets
      .listDrafts()
      .filter((each) => each.connection === connection && each.link === link).length;
    return (
      [
        ['owned', owned],
        ['led', led],
        ['leases', leases],
        ['waiting', waiting],
        ['drafts', drafts],
      ] as const
    )
      .filter(([, count]) => count > 0)
      .map(([what, count]) => say(`removal.${what}`, words[what](name, count), { name, count }));
  });
}

function countRoles(connection: RunningConnection, actor: Actor) {
  const { world } = connection.view();
  const counts = { owned: 0, led: 0, leases: 0 };
  for (const groupId of connection.groupIds()) {
    const mission = world.get('mission', groupId, SINGLE)?.document;
    if (mission === undefined || isTerminal(mission.state)) continue;
    if (mission.missionOwner.id === actor.id) counts.owned += 1;
    if (mission.coordinator.agentId === actor.id) counts.led += 1;
    for (const [, item] of world.list('workItem', groupId)) {
      const isHeld = item.holdingLeaseId !== undefined || item.executionLeaseId !== undefined;
      if (isHeld && item.document.owner?.agentId === actor.id) counts.leases += 1;
    }
  }
  return counts;
}
