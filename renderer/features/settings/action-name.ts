// What an action is called where no screen gives it words of its own.
import type { Texts } from '../../i18n/i18n.ts';
import type { KeyActionId } from '../../ui/key-actions.ts';

export function actionName(t: Texts, id: KeyActionId): string {
  const [, number] = /^rail-(\d)$/u.exec(id) ?? [];
  if (number !== undefined) return t('keys.rail', { number });
  const [, place] = /^go-(.+)$/u.exec(id) ?? [];
  if (place !== undefined)
    return t('frame.shortcuts.goto', { place: t(`frame.place.${place as Place<KeyActionId>}`) });
  return t(`keys.actions.${id as Exclude<KeyActionId, `go-${string}` | `rail-${string}`>}`);
}

type Place<Id> = Id extends `go-${infer Name}` ? Name : never;
