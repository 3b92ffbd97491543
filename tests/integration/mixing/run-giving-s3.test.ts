// One database is enough: it is about a bucket; the same SQL is looked at in run-giving.test.ts.

import { describeRunGiving } from './run-giving-contract.ts';

describeRunGiving('bucket');
