// A tour of the window: a card beside the real thing that it is about. Everything else can be used meanwhile; it goes on where
// it was left, and can be taken again.
import { Button } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { go, useRoute } from '../../app/route.ts';
import { useInstallation } from '../../app/settings.tsx';
import { useTexts } from '../../i18n/i18n.ts';
import { useKeyNames } from '../../ui/shortcuts.ts';
import { clampStep, placeCard, stepsOf, type TourStep } from './tour-steps.ts';
import { closeTour, openTour, useTour } from './tour-state.ts';
import './tour.css';

/** How often it looks where its anchor is: screens are drawn late, and lists move. */
const LOOK_MS = 200;

export function Tour() {
  const { isOpen } = useTour();
  return isOpen ? <Steps /> : null;
}

/** Begins the tour, or goes on where it was left. */
export function TourButton(props: { readonly isPrimary?: boolean }) {
  const { t } = useTexts();
  const { settings, change } = useInstallation();
  const { tour } = settings;
  const words =
    tour === undefined ? 'guide.tour.begin' : tour.isDone ? 'guide.tour.again' : 'guide.tour.resume';
  return (
    <Button
      variant={props.isPrimary === true ? 'filled' : 'default'}
      onClick={() => {
        if (tour?.isDone !== false) change({ tour: { step: 0, isDone: false } });
        openTour();
      }}
    >
      {t(words)}
    </Button>
  );
}

function Steps() {
  const { t } = useTexts();
  const { settings, change, capabilities } = useInstallation();
  const steps = stepsOf(capabilities.features.demo);
  const number = clampStep(settings.tour?.step ?? 0, steps.length);
  const step = steps[number];
  const toStep = (next: number): void => change({ tour: { step: next, isDone: false } });
  const end = (): void => {
    change({ tour: { step: 0, isDone: true } });
    closeTour();
  };
  if (step === undefined) return null;
  const isLast = number === steps.length - 1;
  return (
    <Card
      // Each step begins anew: it goes to its place once, and its first key works at once.
      key={step.name}
      step={step}
      count={t('guide.tour.step', { number: number + 1, count: steps.length })}
      onKey={(key) => {
        if (key === 'Escape') closeTour();
        if (key === 'ArrowRight' && !isLast) toStep(number + 1);
        if (key === 'ArrowLeft' && number > 0) toStep(number - 1);
      }}
    >
      <Button variant="subtle" color="gray" onClick={isLast ? closeTour : end}>
        {t(isLast ? 'guide.tour.later' : 'guide.tour.end')}
      </Button>
      {!isLast && (
        <Button variant="subtle" color="gray" onClick={closeTour}>
          {t('guide.tour.later')}
        </Button>
      )}
      <span className="grow" />
      <Button variant="default" disabled={number === 0} onClick={() => toStep(number - 1)}>
        {t('guide.tour.back')}
      </Button>
      <Button data-tour-next onClick={isLast ? end : () => toStep(number + 1)}>
        {t(isLast ? 'guide.tour.done' : 'guide.tour.next')}
      </Button>
    </Card>
  );
}

function Card(props: {
  readonly step: TourStep;
  readonly count: string;
  readonly onKey: (key: string) => void;
  readonly children: React.ReactNode;
}) {
  const { step } = props;
  const { t } = useTexts();
  const keys = useKeyNames({
    next: 'next-row',
    previous: 'previous-row',
    peek: 'peek-row',
    open: 'open-row',
    mine: 'next-for-me',
    palette: 'palette',
    shortcuts: 'shortcuts',
  });
  const { place } = useRoute();
  const card = useRef<HTMLElement>(null);
  const title = useId();
  const [anchor, setAnchor] = useState<DOMRect>();
  const wanted = step.place;
  // Once: whoever then goes elsewhere is not fetched back.
  useEffect(() => {
    if (wanted !== undefined) go(wanted, {});
  }, [wanted]);
  useEffect(() => {
    const look = (): void => {
      const box = document.querySelector(step.anchor)?.getBoundingClientRect();
      const isSeen = box !== undefined && box.width > 0 && box.height > 0;
      setAnchor((before) => (isSeen ? (isSameBox(before, box) ? before : box) : undefined));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [step.anchor]);
  // Where a key was pressed last, the next one works as well; the first one begins in the card.
  useEffect(() => {
    const hasFocus = card.current?.contains(document.activeElement) === true;
    if (!hasFocus)
      card.current?.querySelector<HTMLElement>('[data-tour-next]')?.focus({ preventScroll: true });
  }, []);
  const { onKey } = props;
  useEffect(() => {
    const element = card.current;
    const press = (event: KeyboardEvent): void => {
      if (!['Escape', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
      event.stopPropagation();
      event.preventDefault();
      onKey(event.key);
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [onKey]);
  const isElsewhere = wanted !== undefined && place !== wanted;
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    const view = { width: window.innerWidth, height: window.innerHeight };
    const own = element.getBoundingClientRect();
    const at =
      anchor === undefined || isElsewhere
        ? placeCard({ left: 0, top: 0, width: view.width, height: view.height }, own, view)
        : placeCard(anchor, own, view);
    element.style.left = `${at.left}px`;
    element.style.top = `${at.top}px`;
  }, [anchor, isElsewhere]);
  return (
    <>
      {anchor !== undefined && !isElsewhere && (
        <div
          className="tour-ring"
          aria-hidden
          style={{ left: anchor.left, top: anchor.top, width: anchor.width, height: anchor.height }}
        />
      )}
      <aside
        ref={card}
        className="tour-card"
        data-pane
        tabIndex={-1}
        role="dialog"
        aria-modal={false}
        aria-labelledby={title}
      >
        <div className="line-apart">
          <h2 id={title}>{t(`guide.tour.steps.${step.name}.title`)}</h2>
          <span className="muted numbers">{props.count}</span>
        </div>
        {step.isOfDemo === true && <span className="demo-mark">{t('guide.tour.demoOnly')}</span>}
        <p aria-live="polite">{t(`guide.tour.steps.${step.name}.body`, keys)}</p>
        <div className="line">{props.children}</div>
      </aside>
    </>
  );
}

function isSameBox(a: DOMRect | undefined, b: DOMRect): boolean {
  return (
    a !== undefined && a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height
  );
}
