// Chromium from the npm registry, for tests and pictures of the window.
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

// Flags of the package for small machines that would change what is tested: no separate processes, no web security.
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
];

export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((flag) => !UNWANTED.includes(flag)),
    headless: true,
  });
}
