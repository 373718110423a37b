// The policy of an Organization while an Authority runs: what `organization.yaml` says, taken over whenever the file becomes
// another one. A file that says nothing valid changes nothing: the last valid policy goes on.
import { unwatchFile, watchFile } from 'node:fs';
import type { OrganizationPolicy } from '../domain/decision.ts';
import { OrganizationFault, pathsOf, readSettings } from './organization-files.ts';

/** People who wait for their change do not notice more, and a look at a file costs nothing. */
const LOOK_MS = 1_000;

export class LivePolicy {
  /** Always the policy in force: whoever holds this object sees every change at once. */
  readonly policy: OrganizationPolicy;
  private readonly folder: string;
  private readonly organizationId: string;
  private readonly onFault: (error: unknown) => void;
  private readonly listeners = new Set<() => void>();
  private readonly look = (): void => {
    this.reload().catch(this.onFault);
  };
  private inForce: OrganizationPolicy;
  private text: string;
  /** One reading at a time: of two at once, the one that began first might end last. */
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(
    folder: string,
    organizationId: string,
    policy: OrganizationPolicy,
    onFault: (error: unknown) => void,
  ) {
    this.folder = folder;
    this.organizationId = organizationId;
    this.onFault = onFault;
    this.inForce = policy;
    this.text = JSON.stringify(policy);
    const current = () => this.inForce;
    this.policy = {
      get cooperation() {
        return current().cooperation;
      },
      get seconds() {
        return current().seconds;
      },
      get services() {
        return current().services;
      },
      get extensions() {
        return current().extensions;
      },
    };
  }

  /** Reads the policy and follows it from now on. Throws an OrganizationFault when there is none that is valid. */
  static async open(folder: string, onFault: (error: unknown) => void): Promise<LivePolicy> {
    const { organizationId, policy } = await readSettings(folder);
    const live = new LivePolicy(folder, organizationId, policy, onFault);
    watchFile(pathsOf(folder).settings, { interval: LOOK_MS, persistent: false }, live.look);
    return live;
  }

  /** As it is now: another object after each change, and the same one in between. */
  get current(): OrganizationPolicy {
    return this.inForce;
  }

  /** Takes over what the file says now. Rejects when that is not valid, and changes nothing then. */
  reload(): Promise<void> {
    const reading = this.reading.then(() => this.read());
    this.reading = reading.catch(() => {});
    return reading;
  }

  /** Tells of every change. Returns the way to stop. */
  listen(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  async close(): Promise<void> {
    unwatchFile(pathsOf(this.folder).settings, this.look);
    this.listeners.clear();
    await this.reading;
  }

  private async read(): Promise<void> {
    const { organizationId, policy } = await readSettings(this.folder);
    if (organizationId !== this.organizationId) {
      throw new OrganizationFault(
        `${pathsOf(this.folder).settings} names another Organization; its policy is not taken over`,
      );
    }
    const text = JSON.stringify(policy);
    if (text === this.text) return;
    this.text = text;
    this.inForce = policy;
    for (const changed of this.listeners) changed();
  }
}
