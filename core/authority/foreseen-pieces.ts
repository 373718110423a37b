// Which records a Command is going to look at, as far as its payload names them: loaded before the first decision, they
// spare it a second one. Whatever is forgotten here, or is not there, only costs time.
import { ORGANIZATION, type RecordKind } from '../domain/world.ts';
import type { Command } from '../protocol/generated/documents.ts';
import type { Piece } from './world-cache.ts';

/** The payload need not be valid yet: what has another shape names nothing. */
export function foreseePieces({ groupId, payload }: Pick<Command, 'groupId' | 'payload'>): readonly Piece[] {
  if (groupId === undefined) return [];
  const pieces: Piece[] = [];
  const add = (kind: RecordKind, id: unknown, inGroup = groupId) => {
    if (typeof id === 'string') pieces.push({ groupId: inGroup, kind, id });
  };
  add('message', payload['messageId']);
  add('message', payload['targetMessageId']);
  const artifact = membersOf(payload['artifact']);
  add('artifact', artifact['artifactId']);
  add('content', artifact['contentHash']);
  add('contentUse', artifact['contentHash'], ORGANIZATION);
  for (const hash of listOf(artifact['sourceArtifactHashes'])) add('content', hash);
  for (const hash of listOf(payload['artifactHashes'])) add('content', hash);
  for (const evidence of listOf(payload['evidence'])) {
    const { evidenceId, artifactHashes } = membersOf(evidence);
    add('evidence', evidenceId);
    for (const hash of listOf(artifactHashes)) add('content', hash);
  }
  return pieces;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
