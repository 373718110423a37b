// The program that carries out one declared check inside a process of its own. It hands the check nothing but texts, in a
// fresh context without any object of this process, and answers with one line of JSON.

/** What a check finds in its context: the language itself, without clock, chance, memory outside the heap, or input. */
const LANGUAGE = [
  ['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined'],
  ['Boolean', 'String', 'Symbol', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError'],
  ['ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'globalThis', 'JSON', 'Math', 'Map', 'Set'],
  ['BigInt', 'Iterator', 'WeakMap', 'WeakSet', 'Reflect', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ['encodeURIComponent', 'isFinite', 'isNaN'],
].flat();

/** Runs in the context before the check: takes away what is too much, and gives `print`. */
const PRELUDE = `
(() => {
  'use strict';
  const keep = new Set(${JSON.stringify(LANGUAGE)});
  const { inputsJson, outputCharacters } = globalThis;
  for (const name of Reflect.ownKeys(globalThis)) if (!keep.has(name)) delete globalThis[name];
  delete Math.random;
  let said = 0;
  let isOver = false;
  const spend = (text) => {
    said += text.length + 1;
    if (said > outputCharacters) {
      isOver = true;
      throw new RangeError('too much output');
    }
  };
  globalThis.print = (value) => spend(String(value));
  globalThis.answerOf = (check) => {
    if (typeof check !== 'function') return JSON.stringify({ status: 'broken', detail: 'no function check' });
    try {
      const given = check(JSON.parse(inputsJson));
      const { result, detail = '' } = typeof given === 'string' ? { result: given } : Object(given);
      const text = String(detail);
      spend(text);
      if (isOver) return JSON.stringify({ status: 'stopped', limit: 'output', detail: '' });
      if (!['passed', 'failed', 'inconclusive'].includes(result))
        return JSON.stringify({ status: 'broken', detail: 'no result' });
      return JSON.stringify({ status: 'finished', result, detail: text });
    } catch (error) {
      if (isOver) return JSON.stringify({ status: 'stopped', limit: 'output', detail: '' });
      return JSON.stringify({ status: 'broken', detail: String(error).slice(0, 500) });
    }
  };
})();
`;

/** For \`node -e\`: reads the order from its standard input, so that nothing stands in a file. */
export const CHECK_SANDBOX = `
'use strict';
const vm = require('node:vm');
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', () => {
  const { source, inputsJson, outputCharacters, timeMs } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  });
  // Texts and numbers only: an object of this process would lead out of the context.
  context.inputsJson = inputsJson;
  context.outputCharacters = outputCharacters;
  let answer;
  try {
    vm.runInContext(${JSON.stringify(PRELUDE)}, context);
    const endsAtMs = Date.now() + timeMs;
    vm.runInContext(source, context, { timeout: timeMs });
    const timeout = Math.max(1, endsAtMs - Date.now());
    answer = vm.runInContext('answerOf(typeof check === "function" ? check : undefined)', context, { timeout });
  } catch (error) {
    const isLate = error !== null && typeof error === 'object' && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    answer = JSON.stringify(
      isLate ? { status: 'stopped', limit: 'time', detail: '' } : { status: 'broken', detail: 'it does not load' },
    );
  }
  process.stdout.write(typeof answer === 'string' ? answer : '', () => process.exit(0));
});
`;
