import { type Operation, requireBucket, xmlResponse } from '../operation.ts';

/** The element is empty for us-east-1. */
export const getBucketLocation: Operation = async (context) => {
  requireBucket(context);
  const { region } = context;
  const response = xmlResponse('LocationConstraint', []);
  if (region === 'us-east-1') return response;
  const body = Buffer.from(String(response.body).replace('></', `>${region}</`));
  return {
    ...response,
    headers: { ...response.headers, 'content-length': String(body.length) },
    body,
  };
};
