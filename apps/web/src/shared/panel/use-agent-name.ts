import { useTranslation } from 'react-i18next';
import { agentWordsOf } from './agent-words.ts';

/** Returns a function that names the program of a `User-Agent`, such as "Firefox on Linux". */
export function useAgentName(): (agent: string | null) => string {
  const { t } = useTranslation('panel');
  return (agent) => {
    const { program, system } = agentWordsOf(agent ?? '');
    if (program && system) return t('agent.on', { program, system });
    return program ?? system ?? t('agent.unknown');
  };
}
