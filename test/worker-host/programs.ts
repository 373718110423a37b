// Programs that Workers in tests run. They know paths of the test by their text, since a run's environment holds nothing.

const RESULT = `cat > out/result.json <<'END'
{
  "summary": "counted",
  "evidence": [
    { "type": "deterministic_test", "criterionIds": ["complete"], "method": "counted again", "result": "passed", "files": ["inventory.json"] }
  ]
}
END
`;

/** Writes its deliverable and ends. */
export const COUNTING = `#!/bin/sh
printf '{"files":3}' > out/inventory.json
${RESULT}`;

/** Says that it has begun by a file, then waits for another one. */
export function waitingProgram(begun: string, goOn: string): string {
  return `#!/bin/sh
echo "$$" >> '${begun}'
echo '{"type":"log","message":"begun"}'
while [ ! -e '${goOn}' ]; do sleep 0.1; done
printf '{"files":3}' > out/inventory.json
${RESULT}`;
}

/** Works until it is asked for a checkpoint; from one, it comes to its end. */
export const RESUMING = `#!/bin/sh
if grep -q '"checkpoint"' run.json; then
  printf '{"files":"%s"}' "$(cat checkpoint/resumed-state)" > out/inventory.json
  ${RESULT}
  exit 0
fi
echo '{"type":"log","message":"begun"}'
while read -r line; do
  case "$line" in
    *'"checkpoint"'*)
      printf 'half of it' > checkpoint/state
      echo '{"type":"checkpoint","phase":"counting","stateFile":"state"}'
      ;;
    *'"stop"'*) exit 0 ;;
  esac
done
`;

/** Hears nothing and ends for nobody. */
export const STUBBORN = `#!/bin/sh
trap '' TERM
echo '{"type":"log","message":"begun"}'
while :; do sleep 1; done
`;

/** Tells the names, not the values, of all variables that it has; and says a secret aloud. */
export const TELLING = `#!/bin/sh
echo "{\\"type\\":\\"log\\",\\"message\\":\\"the keys are <$KEY_A> and <$KEY_B>\\"}"
printf '[%s]' "$(env | cut -d= -f1 | sort | sed 's/.*/"&"/' | paste -sd, -)" > out/inventory.json
${RESULT}`;
