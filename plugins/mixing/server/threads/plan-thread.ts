import { planTask } from './plan-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

// The program of a thread that plans.
serveTasks(planTask);
