// Artifacts of a Group with what is known of their content.
import type { NoSummary } from '../../../contract/live.ts';
import type { ArtifactRow } from '../../../contract/artifacts.ts';
import { SINGLE } from '../../../domain/world.ts';
import { msOf } from '../../desk/moment.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say } from '../words/texts.ts';
import { agentOf, sortDown, textsFor } from './row-context.ts';
import { titleOfArtifact } from './work-rows.ts';

export function artifactsSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<ArtifactRow, NoSummary> {
  return {
    concerns: (topic) =>
      (topic.kind === 'area' && topic.area === 'contents') ||
      (topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const { row } = textsFor(desk);
      const { world, contents } = view;
      const submitted = new Set(
        [...world.list('workItem', groupId)].flatMap(
          ([, { document }]) => document.submission?.artifactHashes ?? [],
        ),
      );
      for (const hash of world.get('mission', groupId, SINGLE)?.submission?.artifactHashes ?? [])
        submitted.add(hash);
      const approved = new Set(
        [...world.list('approval', groupId)].flatMap(([, approval]) =>
          approval.decision === 'approved' ? approval.artifactHashes : [],
        ),
      );
      const rows = [...world.list('artifact', groupId)].map(([artifactId, artifact]): ArtifactRow => {
        const { contentHash, mediaType, sizeBytes, classification, producer, workItemId, createdAt } =
          artifact;
        const content = contents.get(contentHash) ?? 'unchecked';
        return {
          id: artifactId,
          sort: sortDown(msOf(createdAt)),
          artifactId,
          title: titleOfArtifact(world, artifact),
          contentHash,
          mediaType,
          sizeBytes,
          classification,
          producer: agentOf(connection, view, producer.agentId),
          workItemId,
          workItemTitle: world.get('workItem', groupId, workItemId)?.document.contract.goal ?? '',
          publishedAtMs: msOf(createdAt),
          content,
          contentWords: say(`content.${content}`, row.contents[content]),
          isSubmitted: submitted.has(contentHash),
          isApproved: approved.has(contentHash),
        };
      });
      return { rows, summary: {} };
    },
  };
}
