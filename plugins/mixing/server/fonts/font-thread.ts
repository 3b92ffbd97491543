import { serveTasks } from '../threads/serve-tasks.ts';
import { fontTask } from './font-tasks.ts';

// The program of a thread that reads fonts.
serveTasks(fontTask);
