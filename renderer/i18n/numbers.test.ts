import { changeLanguage, t } from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from './i18n.ts';

beforeAll(async () => {
  // There is no window here.
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  await startI18n('en');
});

it('has the separators of the language in counts, and leaves what names a thing as it is', async () => {
  expect(t('plan.items', { count: 2_000 })).toBe('2,000 items');
  expect(t('outbox.sequence', { sequence: 1_436 })).toBe('as #1436');
  expect(t('attention.openCount', { count: 1 })).toBe('1 open');
  await changeLanguage('de');
  expect(t('plan.items', { count: 2_000 })).toContain('2.000');
  expect(t('outbox.sequence', { sequence: 1_436 })).toContain('1436');
});
