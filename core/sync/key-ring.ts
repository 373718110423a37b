// The Organization's Registry as this client knows it: kept, so that Events can be verified at once after a start, and
// asked for again when a key turns up that it does not know. What it has once recorded never changes (REG-005…REG-008); an
// answer that would change it is refused as a whole.
import type { RegistryBinding, RegistryEvidence } from '../protocol/generated/documents.ts';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import { type KeyEvidence, openRegistry, refuseEvidence } from '../protocol/registry.ts';
import { StoreFault } from '../store/authority-store.ts';
import { mergeBinding } from '../store/binding-history.ts';
import type { ReplicaStore } from '../store/replica-store.ts';
import type { SyncSettings } from './settings.ts';
import type { FaultHook, SyncClock } from './sync-ports.ts';

export interface KeyRingOptions {
  readonly organizationId: string;
  readonly store: Pick<ReplicaStore, 'readNotes' | 'writeNotes'>;
  /** Asks the Authority; rejects, or answers with what is no evidence, when that did not work. */
  readonly fetchEvidence: () => Promise<unknown>;
  readonly clock: Pick<SyncClock, 'monotonicMs'>;
  readonly settings: Pick<SyncSettings, 'registryMs'>;
  readonly onFault: FaultHook;
  /** `trouble` is another one than before. */
  readonly onTrouble?: () => void;
}

const NOTE = 'registry';

/** What was answered is sound, and still not believed. */
class Disbelief extends Error {
  override readonly name = 'Disbelief';
  readonly reason: 'other-organization' | 'contradiction';

  constructor(reason: Disbelief['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export class KeyRing {
  private readonly options: KeyRingOptions;
  private bindings: readonly RegistryBinding[] = [];
  private current: KeyEvidence = refuseEvidence('unavailable', 'the Registry has not been read yet');
  private refreshing: Promise<boolean> | undefined;
  private refreshedAtMs: number | undefined;
  /** Why the last answer was not believed. */
  trouble: LinkTrouble | undefined;

  private constructor(options: KeyRingOptions) {
    this.options = options;
  }

  static async open(options: KeyRingOptions): Promise<KeyRing> {
    const ring = new KeyRing(options);
    const stored = (await options.store.readNotes('')).get(NOTE) as RegistryEvidence | undefined;
    if (stored !== undefined) ring.take(stored);
    return ring;
  }

  get evidence(): KeyEvidence {
    return this.current;
  }

  /** Asks for the Registry again. Answers whether there is now more to verify with than before. */
  refresh(): Promise<boolean> {
    const { clock, settings } = this.options;
    const nowMs = clock.monotonicMs();
    const isTooSoon = this.refreshedAtMs !== undefined && nowMs - this.refreshedAtMs < settings.registryMs;
    if (this.refreshing === undefined && isTooSoon) return Promise.resolve(false);
    this.refreshing ??= this.ask()
      .catch((error: unknown) => {
        this.options.onFault(error);
        return false;
      })
      .finally(() => {
        this.refreshing = undefined;
        this.refreshedAtMs = clock.monotonicMs();
      });
    return this.refreshing;
  }

  private async ask(): Promise<boolean> {
    const before = JSON.stringify(this.bindings);
    const evidence = await this.options.fetchEvidence();
    const opened = openRegistry(evidence);
    if (!opened.ok) throw new Error(`the Registry proves nothing: ${opened.fault.message}`);
    // The whole was just proven valid, its shape included.
    try {
      this.take(evidence as RegistryEvidence);
    } catch (error) {
      if (error instanceof Disbelief) this.tell({ reason: error.reason, detail: error.message });
      throw error;
    }
    this.tell(undefined);
    if (JSON.stringify(this.bindings) === before) return false;
    const value: RegistryEvidence = {
      organizationId: this.options.organizationId,
      bindings: [...this.bindings],
    };
    await this.options.store.writeNotes([{ groupId: '', name: NOTE, value }]);
    return true;
  }

  private take({ organizationId, bindings }: RegistryEvidence): void {
    if (organizationId !== this.options.organizationId) {
      throw new Disbelief('other-organization', `the Registry is that of ${organizationId}`);
    }
    const merged = new Map(this.bindings.map((binding) => [binding.keyId, binding]));
    try {
      for (const binding of bindings)
        merged.set(binding.keyId, mergeBinding(merged.get(binding.keyId), binding));
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      throw new Disbelief('contradiction', `the Registry contradicts what it said before: ${error.message}`);
    }
    const all = [...merged.values()];
    const opened = openRegistry({ organizationId, bindings: all });
    if (!opened.ok) {
      const detail = `the Registry contradicts what it said before: ${opened.fault.message}`;
      throw new Disbelief('contradiction', detail);
    }
    this.bindings = all;
    this.current = opened;
  }

  private tell(trouble: LinkTrouble | undefined): void {
    const isSame = this.trouble?.reason === trouble?.reason;
    this.trouble = trouble;
    if (!isSame) this.options.onTrouble?.();
  }
}
