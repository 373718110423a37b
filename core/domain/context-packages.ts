// Context Packages that come with a Membership (CTX-001, CTX-009, DOC-CTX). `membership.changed` carries them, complete and
// signed, so that a provisional Worker and a new Coordinator read theirs in the log.
import type { ContextPackage } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput } from './decision.ts';
import { hashDocument } from './document-hash.ts';
import { isAfter } from './members.ts';
import { reject, type Rejection } from './rejection.ts';
import { SINGLE } from './world.ts';

/** CTX-009: a package that is named without being carried has been carried before, where its reader finds it. */
export function requireKnownContextPackage(
  { world, groupId }: GroupInput,
  contextPackageId: string,
): Result<undefined, Rejection> {
  if (world.get('contextPackage', groupId, contextPackageId) !== undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'CTX-009', 'no Event of this Group carries such a Context Package', {
    contextPackageId,
  });
}

/**
 * Whether a package is what it is given for: made in this Group by the Command's Agent or by the current Coordinator,
 * about what has happened so far, and the one that the Command names. Whether the cited Event ids are those of the range
 * only the log can tell, so the Authority checks them.
 */
export function checkContextPackage(
  { world, groupId, mission, command, context }: GroupInput,
  contextPackage: ContextPackage,
  expectedId: string | undefined,
): Result<undefined, Rejection> {
  const { contextPackageId, missionId, workItemId, sourceEventRange, generatedBy, generatedAt } =
    contextPackage;
  const refuse = (rule: string, message: string) =>
    reject('INVALID_COMMAND', rule, message, { contextPackageId });
  if (expectedId !== undefined && expectedId !== contextPackageId) {
    return refuse('CTX-009', 'the Command names another Context Package than it carries');
  }
  if (missionId !== mission.document.missionId || contextPackage.groupId !== groupId) {
    return refuse('CTX-005', 'the Context Package belongs to another Mission');
  }
  if (workItemId !== undefined && world.get('workItem', groupId, workItemId) === undefined) {
    return refuse('CTX-001', 'the Context Package is about an unknown WorkItem');
  }
  const head = world.get('head', groupId, SINGLE)?.sequence ?? 0;
  const { fromSequence, toSequence } = sourceEventRange;
  if (fromSequence > toSequence || toSequence > head) {
    return refuse('CTX-002', 'the Context Package cites Events outside the log');
  }
  if (isAfter(generatedAt, context.now)) {
    return refuse('CTX-002', 'the Context Package was made in the future');
  }
  const { coordinator } = mission.document;
  const isOwn = command.actor.type === 'agent' && generatedBy.id === command.actor.id;
  if (!isOwn && generatedBy.id !== coordinator.agentId) {
    return reject('AUTH_FORBIDDEN', 'SIG-060', 'the Context Package was made by another Agent', {
      contextPackageId,
      generatedBy,
    });
  }
  const known = world.get('contextPackage', groupId, contextPackageId);
  if (known === undefined || known.contentHash === hashDocument(contextPackage)) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'CTX-004', 'another Context Package has this id already', {
    contextPackageId,
  });
}
