import { describeRunGiving } from './run-giving-contract.ts';

describeRunGiving('bucket');
