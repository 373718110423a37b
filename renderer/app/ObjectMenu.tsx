// What can be done with the object of this screen, by keyboard: its actions, its id (I) and its link (L).
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../i18n/i18n.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { announce } from '../ui/announce.ts';
import { shortId } from '../ui/IdChip.tsx';
import { closeObjectMenu, openObjectMenu, useObjectMenu } from '../ui/object-menu.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import { Reason } from '../ui/ActionBar.tsx';
import './object-menu.css';

export function ObjectMenu() {
  const { t } = useTexts();
  const { isOpen, objects, actions } = useObjectMenu();
  const object = objects.at(-1);
  const shown = actions.at(-1);
  useShortcuts([{ id: 'object-actions', words: t('keys.actions.object-actions'), run: openObjectMenu }], {
    scope: 'everywhere',
  });
  const copy = (text: string): void => {
    closeObjectMenu();
    navigator.clipboard.writeText(text).then(
      () => announce(t('common.copied')),
      (fault: unknown) => console.error('The clipboard is not to be had', fault),
    );
  };
  const hear = (event: React.KeyboardEvent): void => {
    const { key } = event;
    const wanted =
      key.toUpperCase() === 'I' ? object?.id : key.toUpperCase() === 'L' ? object?.link : undefined;
    if (wanted !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      copy(wanted);
      return;
    }
    const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const here = entries.findIndex((each) => each === document.activeElement);
    entries[(here + step + entries.length) % entries.length]?.focus();
  };
  const isEmpty = object === undefined && shown === undefined;
  return (
    <Dialog opened={isOpen} onClose={closeObjectMenu} title={t('keys.object.title')} size="sm">
      {isEmpty ? (
        <p>{t('keys.object.nothing')}</p>
      ) : (
        <div
          className="object-menu"
          role="menu"
          aria-label={t('keys.object.title')}
          tabIndex={-1}
          onKeyDown={hear}
        >
          {shown?.actions.map((action, index) => (
            <UnstyledButton
              key={action.id}
              role="menuitem"
              className="object-menu-entry"
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              {...(action.isEnabled ? {} : { 'aria-disabled': true })}
              onClick={() => {
                if (!action.isEnabled) return;
                closeObjectMenu();
                shown.act(action);
              }}
            >
              <span className="grow">
                {action.words.text}
                {action.reason !== undefined && !action.isEnabled && <Reason>{action.reason.text}</Reason>}
              </span>
            </UnstyledButton>
          ))}
          {object !== undefined && (
            <UnstyledButton
              role="menuitem"
              className="object-menu-entry"
              {...(shown === undefined ? { 'data-autofocus': true } : {})}
              onClick={() => copy(object.id)}
            >
              <span className="grow">{t('common.copyId', { id: `…${shortId(object.id)}` })}</span>
              <kbd>I</kbd>
            </UnstyledButton>
          )}
          {object?.link !== undefined && (
            <UnstyledButton
              role="menuitem"
              className="object-menu-entry"
              onClick={() => copy(object.link ?? '')}
            >
              <span className="grow">{t('common.copyLink')}</span>
              <kbd>L</kbd>
            </UnstyledButton>
          )}
        </div>
      )}
    </Dialog>
  );
}
