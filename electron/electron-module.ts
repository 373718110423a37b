// The type of the `electron` module. Everything here gets the module passed in, so that tests can hand over another one;
// only main.ts imports it.
import type electron from 'electron';

export type ElectronModule = typeof electron;
