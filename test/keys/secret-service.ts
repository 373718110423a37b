// A Secret Service of its own for tests: a session bus and a GNOME keyring in a temporary folder. Linux only, and only
// where both programs are installed.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PROGRAMS = { bus: 'dbus-daemon', question: 'dbus-send', keyring: 'gnome-keyring-daemon' } as const;

/**
 * Why there can be no Secret Service here, or undefined when there can. Throws where HEDDLE_REQUIRE_KEYCHAIN says that
 * there has to be one.
 */
export function reasonAgainstSecretService(): string | undefined {
  const reason = findReason();
  if (reason === undefined || process.env['HEDDLE_REQUIRE_KEYCHAIN'] === undefined) return reason;
  throw new Error(`HEDDLE_REQUIRE_KEYCHAIN is set, but there is no Secret Service: ${reason}`);
}

function findReason(): string | undefined {
  if (process.platform !== 'linux') return 'there is a Secret Service on Linux only';
  const missing = Object.values(PROGRAMS).filter((program) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`;
}

export interface SecretService {
  /** What a process needs in its environment to find the bus. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts the keyring: opened by its password, or locked when there is none. */
  startKeyring(password: string | undefined): Promise<void>;
  stopKeyring(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSecretService(): Promise<SecretService> {
  const home = mkdtempSync(join(tmpdir(), 'heddle-secret-service-'));
  const runtime = join(home, 'runtime');
  mkdirSync(runtime, { mode: 0o700 });
  const config = join(home, 'bus.conf');
  // No services are started on demand: what is on the bus is what was started here.
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${runtime}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  const base = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: runtime };
  const bus = spawn(PROGRAMS.bus, [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    env: base,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = String((await once(bus.stdout, 'data'))[0]).trim();
  const environment = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  let keyring: ChildProcess | undefined;

  const isOnBus = async (): Promise<boolean> => {
    const question = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
    const to = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/'];
    const { stdout } = await run(PROGRAMS.question, [...to, ...question], { env: environment });
    return stdout.includes('boolean true');
  };

  const stop = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  };

  return {
    environment,
    async startKeyring(password) {
      const mode = password === undefined ? '--start' : '--unlock';
      keyring = spawn(PROGRAMS.keyring, ['--foreground', mode, '--components=secrets'], {
        env: environment,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      keyring.stdin?.end(password ?? '');
      // Each question starts a process, so this is no busy loop; some ten of them do.
      let questions = 0;
      while (!(await isOnBus())) {
        questions += 1;
        if (questions === 1_000) throw new Error('the keyring did not come up');
      }
    },
    async stopKeyring() {
      if (keyring !== undefined) await stop(keyring);
      keyring = undefined;
    },
    async stop() {
      if (keyring !== undefined) await stop(keyring);
      await stop(bus);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
