// Contents of sample Artifacts. Some are hostile on purpose: what shows them has to let nothing through.
import type { ArtifactContent } from '../../core/contract/artifacts.ts';
import { hash } from './sample-world.ts';

const REQUIREMENTS = `# Requirements

1. Customers sign in with one account.
2. Sessions end after 30 minutes of silence.
3. A lost device can be signed out from another one.
`;

const EARLIER_REQUIREMENTS = `# Requirements

1. Customers sign in with one account.
2. Sessions end after 60 minutes of silence.
`;

/** Raw HTML, things that load, addresses that run, and characters that turn what follows around. */
const GUIDE = `# Integration guide

Call the service **once** per sign-in.

<script>window.heddleHacked = 'script';</script>
<img src="https://tracker.example/pixel.png" onerror="window.heddleHacked = 'onerror'">
<iframe src="https://tracker.example/frame"></iframe>

![a picture that loads](https://tracker.example/picture.png)

[a link that runs](javascript:window.heddleHacked='link') and [one that leads away](https://phishing.example/login)

The key is called \`user\u202e gnp.exe\` and is checked\u200b twice.
`;

const WIDGET = `<!doctype html><title>Widget</title>
<h1 style="color:#0b6860">Widget</h1>
<script>parent.heddleHacked = 'frame'; top.location = 'https://phishing.example/';</script>
<img src="https://tracker.example/pixel.png">
<a href="https://phishing.example/" target="_top">Continue</a>
<form action="https://phishing.example/"><button>Send</button></form>
`;

const CONTENTS: Readonly<Record<string, { readonly mediaType: string; readonly text: string }>> = {
  [hash('9f2c')]: { mediaType: 'text/markdown', text: REQUIREMENTS },
  [hash('77aa')]: { mediaType: 'text/markdown', text: EARLIER_REQUIREMENTS },
  [hash('6d1e')]: { mediaType: 'text/markdown', text: GUIDE },
  [hash('5eed')]: { mediaType: 'text/html', text: WIDGET },
};

export function sampleContent(contentHash: string): ArtifactContent {
  const { mediaType, text } = CONTENTS[contentHash] ?? { mediaType: 'text/plain', text: 'Sample content.\n' };
  const bytes = new TextEncoder().encode(text);
  return {
    mediaType,
    sizeBytes: bytes.length,
    base64: btoa(String.fromCodePoint(...bytes)),
    isTruncated: false,
  };
}
