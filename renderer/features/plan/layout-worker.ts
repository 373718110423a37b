// The worker that lays plans out.
import { layOut, type LayoutRequest } from './layout.ts';

self.addEventListener('message', (event: MessageEvent<LayoutRequest>) => {
  self.postMessage(layOut(event.data));
});
