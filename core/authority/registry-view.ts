// The Registry as this process has it, kept up with what other processes write to the same store (REG-014).
import { isDeepStrictEqual } from 'node:util';
import type { RegistryBinding } from '../protocol/generated/documents.ts';
import { type KeyEvidence, openRegistry } from '../protocol/registry.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { AuthorityStore } from '../store/authority-store.ts';

export class RegistryView {
  private readonly organizationId: string;
  private readonly store: Pick<AuthorityStore, 'readBindings' | 'writeBinding'>;
  private bindings: readonly RegistryBinding[] = [];
  private current: KeyEvidence;
  /** Ends when the last reading that began has ended. Never rejects. */
  private reading: Promise<unknown> = Promise.resolve();
  /** A reading that has not begun yet: whoever asks meanwhile shares it. */
  private next: Promise<void> | undefined;

  constructor(organizationId: string, store: RegistryView['store']) {
    this.organizationId = organizationId;
    this.store = store;
    this.current = openRegistry({ organizationId, bindings: [] });
  }

  /** The evidence that decides now. Another object after every change, the same one as long as nothing changed. */
  get evidence(): KeyEvidence {
    return this.current;
  }

  /** Adds a key binding, or statuses to a known one, after the whole Registry was proven valid with it (REG-013). */
  async add(binding: RegistryBinding): Promise<Result<undefined, string>> {
    const { organizationId } = this;
    const evidence = openRegistry({ organizationId, bindings: [...this.bindings, binding] });
    if (!evidence.ok) return refuse(evidence.fault.message);
    await this.store.writeBinding(binding);
    await this.reload();
    return accept(undefined);
  }

  /**
   * Reads it anew; resolves when what was written before the call is known. One reading at a time: of two at once, the
   * one that began first might end last, and put what is old over what is new.
   */
  reload(): Promise<void> {
    this.next ??= this.reading.then(() => {
      this.next = undefined;
      return this.read();
    });
    this.reading = this.next.catch(() => {});
    return this.next;
  }

  /** Resolves when no reading is under way. */
  async settled(): Promise<void> {
    await this.reading;
  }

  private async read(): Promise<void> {
    const bindings = await this.store.readBindings();
    // Most commits of others bind no key, and to prove a large Registry takes tens of milliseconds.
    if (isDeepStrictEqual(bindings, this.bindings)) return;
    this.bindings = bindings;
    this.current = openRegistry({ organizationId: this.organizationId, bindings });
  }
}
