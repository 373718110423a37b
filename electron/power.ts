// Tells the host when the computer goes to sleep, wakes up, or is about to be shut down.
import type { ElectronModule } from './electron-module.ts';

export interface PowerListener {
  suspend(): void;
  resume(): void;
  shutDown(): void;
}

export function watchPower(
  { powerMonitor }: Pick<ElectronModule, 'powerMonitor'>,
  listener: PowerListener,
): void {
  powerMonitor.on('suspend', () => listener.suspend());
  powerMonitor.on('resume', () => listener.resume());
  powerMonitor.on('shutdown', () => listener.shutDown());
}
