// What can be done with an object. Every action is always there; one that cannot be taken says why, on the button itself for
// the keyboard and for screen readers, and below for everybody.
import { Button, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useId } from 'react';
import type { ActionModel } from '../../core/contract/values.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useShownActions } from './object-menu.ts';
import './action-bar.css';

/** A reason, where it belongs. */
export function Reason(props: { readonly id?: string; readonly children: string }) {
  return (
    <span className="reason" {...(props.id === undefined ? {} : { id: props.id })}>
      {props.children}
    </span>
  );
}

/** One action. A disabled one keeps the focus and its reason. */
export function ActionButton(props: {
  readonly action: ActionModel;
  readonly onAct: (action: ActionModel) => void;
  readonly isMain?: boolean;
}) {
  const { action, onAct, isMain = false } = props;
  const reasonId = useId();
  const notes = [action.reason, ...action.warnings].flatMap((note) =>
    note === undefined ? [] : [note.text],
  );
  const button = (
    <Button
      variant={isMain && action.isEnabled ? 'filled' : 'default'}
      // `aria-disabled` instead of `disabled`: it stays reachable, so that its reason can be read.
      {...(action.isEnabled ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      {...(notes.length === 0 ? {} : { 'aria-describedby': reasonId })}
      onClick={() => {
        if (action.isEnabled) onAct(action);
      }}
    >
      {action.words.text}
    </Button>
  );
  if (notes.length === 0) return button;
  return (
    <Tooltip label={notes.join(' ')}>
      <span className="action-button">
        {button}
        <span id={reasonId} className="visually-hidden">
          {notes.join(' ')}
        </span>
      </span>
    </Tooltip>
  );
}

/** The first `shown` actions as buttons, the others in a menu, and all reasons in words. */
export function ActionBar(props: {
  readonly actions: readonly ActionModel[];
  readonly onAct: (action: ActionModel) => void;
  /** Which ones are the next step: the first of them that is enabled. */
  readonly mainIds?: readonly string[];
  readonly shown?: number;
}) {
  const { actions, onAct, shown = 5 } = props;
  const { t } = useTexts();
  useShownActions(actions, onAct);
  const mainId = (props.mainIds ?? []).find((id) =>
    actions.some((action) => action.id === id && action.isEnabled),
  );
  const buttons = actions.slice(0, shown);
  const others = actions.slice(shown);
  const refused = buttons.filter(({ isEnabled, reason }) => !isEnabled && reason !== undefined);
  return (
    <div className="action-bar">
      <div className="line" role="toolbar" aria-label={t('common.actions')}>
        {buttons.map((action) => (
          <ActionButton key={action.id} action={action} onAct={onAct} isMain={action.id === mainId} />
        ))}
        {others.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button variant="default" leftSection={<IconDots size={14} />}>
                {t('common.more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((action) => (
                <Menu.Item
                  key={action.id}
                  {...(action.isEnabled ? {} : { 'aria-disabled': true, className: 'action-bar-refused' })}
                  closeMenuOnClick={action.isEnabled}
                  onClick={() => {
                    if (action.isEnabled) onAct(action);
                  }}
                >
                  {action.words.text}
                  {action.reason !== undefined && <Reason>{action.reason.text}</Reason>}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {refused.length > 0 && (
        <ul className="action-bar-reasons">
          {[...Map.groupBy(refused, ({ reason }) => reason?.text ?? '')].map(([reason, those]) => (
            <li key={reason}>
              <span className="strong">{those.map(({ words }) => words.text).join(', ')}:</span> {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
