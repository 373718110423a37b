// Reading the log: the Groups of a caller, Events and snapshots of one as far as the caller's visibility reaches, and the
// Registry. Documents are answered in the exact bytes that were signed.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../protocol/generated/documents.ts';
import { latestSnapshotOf, snapshotBytesOf, snapshotHashOf } from '../snapshots.ts';
import { requireCaller } from './artifact-routes.ts';
import type { ControlPlaneAuthority, ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';
import { refuseAsAbsent } from './http-answers.ts';

/** Events are read, and visibility is asked again, in pages of this many. */
const PAGE = 500;
const LINE_END = Buffer.from('\n');

/** Whoever is a member of nothing gets an empty list, so nobody learns which Groups there are (DEL-011). */
export function createGroupsHandler({ memberships }: ControlPlaneEnvironment): Handler {
  return async (_request, reply, admission) => {
    const { principal } = requireCaller(admission);
    return reply.send({ groups: await memberships.groupsOf(principal) });
  };
}

export function createEventsHandler({ authority, onFault }: ControlPlaneEnvironment): Handler {
  return async (request, reply, admission) => {
    const { principal } = requireCaller(admission);
    const groupId = groupOf(request);
    // The route's schema has proven the shape and filled in what was left out.
    const { after, limit } = request.query as { readonly after: number; readonly limit: number };
    if ((await authority.visibleFrom(principal, groupId)) === undefined) throw refuseAsAbsent();
    const lines = linesOf(authority, principal, { groupId, after, limit }, onFault);
    return reply.type('application/x-ndjson').send(Readable.from(lines, { objectMode: false }));
  };
}

/** A member who loses its Membership on the way gets no further page. */
async function* linesOf(
  authority: ControlPlaneAuthority,
  principal: Actor,
  { groupId, after, limit }: { readonly groupId: string; readonly after: number; readonly limit: number },
  onFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let position = after;
  let left = limit;
  try {
    while (left > 0) {
      const from = await authority.visibleFrom(principal, groupId);
      if (from === undefined) return;
      position = Math.max(position, from - 1);
      const page = await authority.store.readGroupEvents(groupId, position, Math.min(left, PAGE));
      if (page.length === 0) return;
      yield Buffer.concat(page.flatMap(({ bytes }) => [bytes, LINE_END]));
      left -= page.length;
      position = page.at(-1)?.sequence ?? position + page.length;
    }
  } catch (error) {
    // The answer has begun: it can only break off now.
    onFault(error);
    throw error;
  }
}

export function createSnapshotHandler({ authority }: ControlPlaneEnvironment): Handler {
  return async (request, reply, admission) => {
    const { principal } = requireCaller(admission);
    const groupId = groupOf(request);
    const from = await authority.visibleFrom(principal, groupId);
    // A snapshot holds the whole state and every decision: not for those who joined late (MEM-005).
    if (from === undefined || from > 1) throw refuseAsAbsent();
    const snapshot = await authority.look((world) => latestSnapshotOf(world, groupId));
    if (snapshot === undefined) throw refuseAsAbsent();
    return reply
      .type('application/json')
      .header('etag', `"${snapshotHashOf(snapshot)}"`)
      .send(snapshotBytesOf(snapshot));
  };
}

export function createRegistryHandler({ authority }: ControlPlaneEnvironment): Handler {
  return async (_request, reply, admission) => {
    // Whoever has a token has a key that the Registry binds now, and so belongs to the Organization.
    requireCaller(admission);
    const bindings = await authority.store.readBindings();
    return reply.send({ organizationId: authority.organizationId, bindings });
  };
}

function groupOf({ params }: FastifyRequest): string {
  return (params as { readonly groupId: string }).groupId;
}
