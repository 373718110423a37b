// Mantine in the colours of tokens.css.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Every shade is the accent of the theme that is on: shades of their own would escape the contrast checks. */
const accent: MantineColorsTuple = [
  'var(--accent-soft)',
  'var(--accent-soft)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent-hover)',
  'var(--accent-hover)',
];

export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 7,
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.3' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 28, color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm', autosize: true, minRows: 2 } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    // Its arrows are too small to be hit; the keys for up and down do the same.
    NumberInput: { defaultProps: { size: 'sm', hideControls: true } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        multiline: true,
        maw: 380,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 80 },
      },
    },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 80 },
        shadow: 'none',
        position: 'bottom-start',
        // The focus goes to the first item; a place for it before that is none that a menu may hold.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: { defaultProps: { transitionProps: { duration: 100 }, centered: true } },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-control)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--chosen)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-accent-outline-hover': 'var(--accent-soft)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-color-gray-text': 'var(--muted)',
  '--mantine-color-gray-light-color': 'var(--text)',
  '--mantine-color-red-text': 'var(--bad)',
  '--mantine-color-red-outline': 'var(--bad)',
  '--mantine-color-red-filled': 'var(--bad)',
  '--mantine-color-red-light': 'var(--bad-soft)',
  '--mantine-color-red-light-color': 'var(--bad)',
};

export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
