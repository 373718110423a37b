import { expect, test } from 'vitest';
import { fileNameOfArtifact } from './artifact-file-name.ts';

test.each([
  ['requirements.md', 'text/markdown', 'requirements.md'],
  ['findings', 'application/json', 'findings.json'],
  ['../../etc/passwd', 'text/plain', 'etc-passwd.txt'],
  ['C:\\Windows\\system32', 'text/plain', 'C-Windows-system32.txt'],
  // The override would show it as "invoiceexe.pdf".
  ['invoice\u202efdp.exe', 'application/pdf', 'invoice-fdp-exe.pdf'],
  ['setup.exe', 'application/x-msdownload', 'setup-exe.bin'],
  ['page.html', 'text/html', 'page-html.bin'],
  ['con', 'text/plain', 'artifact-con.txt'],
  ['\u0000\u200b', 'text/plain', 'artifact-.txt'],
  ['Überblick 2026', 'text/csv', 'Überblick-2026.csv'],
  ['a'.repeat(500), 'image/png', `${'a'.repeat(80)}.png`],
])('%j of %s becomes %s', (title, mediaType, name) => {
  expect(fileNameOfArtifact(title, mediaType)).toBe(name);
});
