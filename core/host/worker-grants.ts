// Which resources of contracts this machine has something for: folders by their names, and what else its operator allows.
import type { ResourceGrant } from '../protocol/generated/documents.ts';
import type { RunFolder } from '../worker/runners/runner.ts';
import type { ConfiguredFolder, WorkerConfig } from './worker-config.ts';

const PREFIX = 'folder:';
/** Runs read in the folders of this machine; what they make goes into their own. */
const READ = 'read';

export class WorkerGrants {
  private readonly folders: ReadonlyMap<string, ConfiguredFolder>;
  private readonly resources: ReadonlySet<string> | undefined;

  /** `folders` (name → absolute path) go over those of the configuration, for all Groups. */
  constructor({ folders, resources }: WorkerConfig, given: ReadonlyMap<string, string> = new Map()) {
    const all = new Map(folders);
    for (const [name, path] of given) all.set(name, { path, groupIds: undefined });
    this.folders = all;
    this.resources = resources;
  }

  allows(resource: string, operation: string): boolean {
    if (!resource.startsWith(PREFIX)) return this.resources?.has(resource) ?? true;
    return operation === READ && this.folders.has(resource.slice(PREFIX.length));
  }

  foldersFor(groupId: string, grants: readonly ResourceGrant[]): readonly RunFolder[] {
    return grants.flatMap(({ resource, operations }) => {
      const folder = resource.startsWith(PREFIX)
        ? this.folders.get(resource.slice(PREFIX.length))
        : undefined;
      if (folder === undefined || !operations.includes(READ)) return [];
      if (folder.groupIds !== undefined && !folder.groupIds.has(groupId)) return [];
      return [{ resource, path: folder.path, operations: [READ] }];
    });
  }
}
