// A program of the person that is started for each notice, once it was agreed to.
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { NoticeHook, NoticeSettingsModel, NoticeSummary } from '../../../core/contract/notices.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';

export function NoticeHookPart(props: {
  readonly settings: NoticeSettingsModel;
  /** As it stands in the fields. */
  readonly isAgreed: boolean;
  readonly isAgreeing: boolean;
  readonly onAgree: (isAgreed: boolean) => void;
  readonly state: NoticeSummary['hook'];
  readonly onChange: (hook: NoticeHook | undefined) => void;
}) {
  const { settings, isAgreed, state, onChange } = props;
  const { t } = useTexts();
  const hook = settings.hook ?? { path: '', arguments: [] };
  const isThere = hook.path.trim() !== '';
  return (
    <Section title={t('notices.hook.title')}>
      <p className="muted">{t('notices.hook.hint')}</p>
      <TextInput
        label={t('notices.hook.path')}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        value={hook.path}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? undefined : { ...hook, path: value })
        }
      />
      {isThere && (
        <>
          <Textarea
            label={t('notices.hook.arguments')}
            classNames={{ input: 'mono' }}
            rows={2}
            spellCheck={false}
            value={hook.arguments.join('\n')}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...hook, arguments: value === '' ? [] : value.split('\n') })
            }
          />
          {isAgreed ? (
            <p>{t('notices.hook.agreed')}</p>
          ) : (
            <div className="notice-consent">
              <p>{t('notices.hook.agreeBody', { path: hook.path })}</p>
              <Checkbox
                label={t('notices.hook.agree')}
                checked={props.isAgreeing}
                onChange={({ currentTarget: { checked } }) => props.onAgree(checked)}
              />
              <p className="muted">{t('notices.hook.notAgreed')}</p>
            </div>
          )}
          {state !== undefined && (
            <div className="line">
              <span className="numbers">{t('notices.hook.runs', state)}</span>
              {state.lastFailure !== undefined && (
                <span className="bad">
                  {t('notices.hook.lastFailure', { words: state.lastFailure.words.text })}{' '}
                  <Instant atMs={state.lastFailure.atMs} isFocusable />
                </span>
              )}
            </div>
          )}
          <div>
            <Button variant="default" onClick={() => onChange(undefined)}>
              {t('notices.hook.remove')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
