// A keychain for tests that says what it is told to. Every key here is a TEST KEY.
import { accept, type Result } from '../protocol/result.ts';
import { fail, type KeyFault } from './key-fault.ts';
import type { KeychainAccess, KeychainName } from './keychain-access.ts';

export class ScriptedKeychain implements KeychainAccess {
  readonly name: KeychainName = 'secret-service';
  readonly secrets = new Map<string, Uint8Array>();
  /** How it behaves from now on. */
  mood: 'open' | 'locked' | 'denied' | 'forgetful' = 'open';
  /** How often anything was asked of it. */
  questions = 0;
  /** Is told before each write or erasure, and may throw as a crash does. */
  beforeChange: (change: 'write' | 'erase') => void = () => undefined;

  async read(service: string, account: string): Promise<Result<Uint8Array | undefined, KeyFault>> {
    const secret = this.secrets.get(`${service}\n${account}`);
    return this.#answer(() => (secret === undefined ? undefined : Uint8Array.from(secret)));
  }

  async write(service: string, account: string, secret: Uint8Array): Promise<Result<void, KeyFault>> {
    return this.#answer(() => {
      this.beforeChange('write');
      if (this.mood !== 'forgetful') this.secrets.set(`${service}\n${account}`, Uint8Array.from(secret));
    });
  }

  async erase(service: string, account: string): Promise<Result<void, KeyFault>> {
    return this.#answer(() => {
      this.beforeChange('erase');
      this.secrets.delete(`${service}\n${account}`);
    });
  }

  #answer<Value>(value: () => Value): Result<Value, KeyFault> {
    this.questions += 1;
    if (this.mood === 'locked') return fail('locked', 'the keychain is locked');
    if (this.mood === 'denied') return fail('denied', 'the keychain cannot be used');
    return accept(value());
  }
}
