import { SECTIONS, type Variable, variables } from './variables.ts';

const INTRODUCTION = `# Configuration

<!-- Written by \`node apps/server/scripts/write-configuration.ts\` from src/config/variables.ts. -->

Satchel is configured by variables of its environment. All of them are optional, and an empty one counts
as unset. A bad value is named at the start, with an example, and never shown.

Variables marked with * can also be read from a file: set \`SECRET_KEY_FILE=/run/secrets/secret_key\`
instead of \`SECRET_KEY\`. White space around the value is dropped.
`;

/** Writes `docs/configuration.md`: every variable with its default, its meaning and an example. */
export function describeConfiguration(): string {
  const all = Object.entries<Variable>(variables);
  const sections = Object.entries(SECTIONS).map(([section, title]) => {
    const rows = all.filter(([, variable]) => variable.section === section).map(describe);
    return [`## ${title}\n`, ...rows].join('\n');
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

function describe([name, variable]: [string, Variable]): string {
  const { problem, example, fallback, meaning, isSecret } = variable;
  const rule = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`;
  return [
    `### \`${name}\`${isSecret ? ' *' : ''}\n`,
    `${meaning}\n`,
    `- Default: ${fallback}`,
    `- ${rule}`,
    `- Example: \`${name}=${example.replaceAll('`', '')}\`\n`,
  ].join('\n');
}
