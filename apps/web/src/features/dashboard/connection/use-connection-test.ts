import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { measureConnection, STEPS, type Step } from './measure-connection.ts';
import { judge } from './verdict.ts';

/** Runs the connection test. It is cancelled when the component goes away. */
export function useConnectionTest() {
  const [step, setStep] = useState<Step>(STEPS[0]);
  const running = useRef<AbortController>(undefined);
  const test = useMutation({
    async mutationFn() {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      try {
        const measurement = await measureConnection(signal, setStep);
        return { measurement, verdict: judge(measurement) };
      } catch (error) {
        // A cancelled test is no failure.
        if (signal.aborted) return undefined;
        throw error;
      }
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return { ...test, step, cancel: () => running.current?.abort() };
}
