// Plays games of a student's compiled program, or runs its unit tests. The student's code shares this
// process: whatever it answers is only a claim, and nothing here knows what the right answer is.

import java.io.*;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.org.objectweb.asm.*;

public class Player {
    static final int MOST_PRINTED = 65536;
    /** Time asleep that a run may spend, as a multiple of its limit. */
    static final int SLEEP_FACTOR = 5;
    /** Number of reads after the end of the input before the program is stopped. */
    static final int MOST_ENDS = 8;

    /** Stops a program from within; an Error, so that `catch (Exception)` does not catch it. */
    static final class Stop extends Error {
        final String why;
        final int code;

        Stop(String why, int code) {
            super(why, null, false, false);
            this.why = why;
            this.code = code;
        }
    }

    /** Argument: the folder of the student's classes. Each request and each answer is one line. */
    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        trapExits();
        Map<String, byte[]> classes = classes(Path.of(words[0]));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] request = line.split(" ");
            String answer = request[0].equals("test") ? new Tests(classes, request).answer() : new Game(classes, request).answer();
            out.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    /** Makes `System.exit` end the game and not the process. */
    @SuppressWarnings("removal")
    static void trapExits() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission permission) {}

            @Override
            public void checkExit(int code) {
                throw new Stop("exit", code);
            }
        });
    }

    /** Decodes a word: `=`, then text with `\\s` for a blank, `\\n` for a line end and `\\\\` for a backslash. */
    static String decoded(String word) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '\\') {
                c = word.charAt(++i);
                c = c == 's' ? ' ' : c == 'n' ? '\n' : c;
            }
            text.append(c);
        }
        return text.toString();
    }

    static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            boolean plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
            quoted.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return quoted.append('"').toString();
    }

    /** The classes in the files of a folder, with repeatable chance, by name. */
    static Map<String, byte[]> classes(Path folder) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        for (File file : folder.toFile().listFiles()) {
            ClassReader reader = new ClassReader(Files.readAllBytes(file.toPath()));
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            reader.accept(new Rewriter(writer), 0);
            classes.put(reader.getClassName().replace('/', '.'), writer.toByteArray());
        }
        return classes;
    }

    /** Chance and time as the student's code sees them. */
    public static final class Chance {
        /** Seeds below this are constants of the program; larger ones are read from a clock. */
        static final long LARGEST_CONSTANT = 1L << 32;
        static final AtomicLong COUNT = new AtomicLong();
        static final AtomicLong CLOCK = new AtomicLong();

        /** Makes chance and time begin again. */
        static void restart(long seed) {
            COUNT.set(seed);
            CLOCK.set(1_600_000_000_000L);
        }

        /** The seed of the next generator. */
        public static long seed() {
            return new SplittableRandom(COUNT.getAndIncrement()).nextLong();
        }

        public static long seed(long given) {
            return Math.abs(given) < LARGEST_CONSTANT ? given : seed();
        }

        public static Random generator() {
            return new Random(seed());
        }

        public static double random() {
            return generator().nextDouble();
        }

        /** Each look at the clock finds it up to a quarter of an hour later, so that its units are random. */
        public static long currentTimeMillis() {
            return CLOCK.addAndGet(seed() >>> 44);
        }

        public static long nanoTime() {
            return currentTimeMillis() * 1_000_000 + (seed() >>> 45);
        }

        public static void shuffle(List<?> list) {
            Collections.shuffle(list, new Random(seed()));
        }

        public static void sleep(long time) {}

        public static void sleep(long time, int nanoseconds) {}

        public static void sleep(TimeUnit unit, long time) {}
    }

    /** A secure generator with a seed. */
    public static final class SeededSecure extends SecureRandom {
        private final Random random = new Random(Chance.seed());

        @Override
        public void nextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }
    }

    /** Gives seeds to the generators that a class makes, and takes the time out of its pauses. */
    static final class Rewriter extends ClassVisitor {
        static final String CHANCE = "Player$Chance";
        static final String SECURE = "java/security/SecureRandom";
        static final Set<String> SEEDED = Set.of("java/util/Random", "java/util/SplittableRandom");
        static final Set<String> REPLACED = Set.of(
                "java/lang/Math.random()D", "java/lang/StrictMath.random()D",
                "java/util/Collections.shuffle(Ljava/util/List;)V",
                "java/lang/System.currentTimeMillis()J", "java/lang/System.nanoTime()J",
                "java/lang/Thread.sleep(J)V", "java/lang/Thread.sleep(JI)V");

        Rewriter(ClassVisitor next) {
            super(Opcodes.ASM8, next);
        }

        /** The list of a sealed class, which the compiler has checked, is left out: this library cannot write it. */
        @Override
        public void visitPermittedSubclassExperimental(String subclass) {}

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] thrown) {
            return new MethodVisitor(Opcodes.ASM8, super.visitMethod(access, name, type, generic, thrown)) {
                @Override
                public void visitTypeInsn(int code, String of) {
                    boolean secure = code == Opcodes.NEW && of.equals(SECURE);
                    super.visitTypeInsn(code, secure ? "Player$SeededSecure" : of);
                }

                @Override
                public void visitMethodInsn(int code, String owner, String called, String type, boolean isInterface) {
                    boolean constructs = called.equals("<init>");
                    if (constructs && SEEDED.contains(owner) && (type.equals("()V") || type.equals("(J)V"))) {
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, CHANCE, "seed", type.replace("V", "J"), false);
                        type = "(J)V";
                    } else if (constructs && owner.equals(SECURE) && type.equals("()V")) {
                        owner = "Player$SeededSecure";
                    } else if (REPLACED.contains(owner + "." + called + type)) {
                        owner = CHANCE;
                    } else if (owner.equals("java/util/concurrent/TimeUnit") && called.equals("sleep")) {
                        code = Opcodes.INVOKESTATIC;
                        owner = CHANCE;
                        type = "(Ljava/util/concurrent/TimeUnit;J)V";
                    }
                    super.visitMethodInsn(code, owner, called, type, isInterface);
                }

                /** References such as `Math::random` and `Random::new`. */
                @Override
                public void visitInvokeDynamicInsn(String called, String type, Handle maker, Object... given) {
                    super.visitInvokeDynamicInsn(called, type, maker, Arrays.stream(given).map(Rewriter::replaced).toArray());
                }
            };
        }

        /** A constant of a class, or the function of `Chance` in its place. */
        static Object replaced(Object constant) {
            if (!(constant instanceof Handle)) {
                return constant;
            }
            Handle handle = (Handle) constant;
            String name = handle.getOwner() + "." + handle.getName() + handle.getDesc();
            if (name.equals("java/util/Random.<init>()V")) {
                return new Handle(Opcodes.H_INVOKESTATIC, CHANCE, "generator", "()Ljava/util/Random;", false);
            }
            return REPLACED.contains(name) ? new Handle(handle.getTag(), CHANCE, handle.getName(), handle.getDesc(), false) : constant;
        }
    }

    /** Class loader of one run, so that static fields do not outlive it. */
    static final class Loader extends ClassLoader {
        final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes, ClassLoader above) {
            super(above);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            // Calls of the program were changed to calls of these: a class of that name does not replace them.
            if (name.equals(Chance.class.getName()) || name.equals(SeededSecure.class.getName())) {
                return Class.forName(name);
            }
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Runs code in a thread of its own; false if it exceeds its processor time or sleeps too long. */
    static boolean ends(Runnable code, long limit) throws Exception {
        Thread thread = new Thread(null, code, "student", 4 << 20);
        thread.setDaemon(true);
        seed(thread);
        // Loaded before the code runs: objects get their hash codes in one order.
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        clock.getThreadCpuTime(Thread.currentThread().getId());
        thread.start();
        long slept = 0;
        do {
            thread.join(limit / 20);
            slept += thread.getState() == Thread.State.RUNNABLE ? 0 : limit / 20;
        } while (thread.isAlive()
                && slept < SLEEP_FACTOR * limit
                && clock.getThreadCpuTime(thread.getId()) < limit * 1_000_000);
        return !thread.isAlive();
    }

    /** Seeds `ThreadLocalRandom` in a thread. */
    static void seed(Thread thread) throws ReflectiveOperationException {
        Field seed = Thread.class.getDeclaredField("threadLocalRandomSeed");
        Field probe = Thread.class.getDeclaredField("threadLocalRandomProbe");
        seed.setAccessible(true);
        probe.setAccessible(true);
        seed.setLong(thread, Chance.seed());
        probe.setInt(thread, 1);
    }

    /** The unit tests, run once. Words: number of the request, time limit, then the classes of the tests. */
    static final class Tests {
        final Map<String, byte[]> classes;
        final String[] request;
        volatile int ran;
        final List<String> failed = Collections.synchronizedList(new ArrayList<>());

        Tests(Map<String, byte[]> classes, String[] request) {
            this.classes = classes;
            this.request = request;
        }

        String answer() throws Exception {
            System.setIn(InputStream.nullInputStream());
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            System.setErr(System.out);
            Chance.restart(0);
            if (!ends(this::run, Long.parseLong(request[2]))) {
                failed.add("hung");
            }
            String first = failed.isEmpty() ? "" : failed.get(0);
            return "{\"request\":" + quoted(request[1]) + ",\"ran\":" + ran + ",\"failed\":" + failed.size()
                    + ",\"first\":" + quoted(first.substring(0, Math.min(500, first.length()))) + "}";
        }

        void run() {
            try {
                Loader loader = new Loader(classes, Player.class.getClassLoader());
                loader.setDefaultAssertionStatus(true);
                List<Class<?>> tests = new ArrayList<>();
                for (int i = 3; i < request.length; i++) {
                    tests.add(Class.forName(decoded(request[i]), false, loader));
                }
                Class<?> core = Class.forName("org.junit.runner.JUnitCore");
                Object result = core.getMethod("runClasses", Class[].class).invoke(null, (Object) tests.toArray(new Class<?>[0]));
                ran = (int) result.getClass().getMethod("getRunCount").invoke(result);
                for (Object failure : (List<?>) result.getClass().getMethod("getFailures").invoke(result)) {
                    failed.add(String.valueOf(failure));
                }
            } catch (Throwable error) {
                failed.add(String.valueOf(error.getCause() == null ? error : error.getCause()));
            }
        }
    }

    /**
     * One game. Its output holds each typed answer between marks, where it was read. Words: number of the
     * request, time limit, seed, whether the answers come in one stream, main class, arguments, answers.
     */
    static final class Game {
        static final int TYPED = 1;
        static final int TYPED_END = 2;
        final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        final Deque<String> answers = new ArrayDeque<>();
        final Map<String, byte[]> classes;
        final String number;
        final long limit;
        final long seed;
        final boolean piped;
        final String main;
        final String[] args;
        volatile Throwable thrown;

        Game(Map<String, byte[]> classes, String[] request) {
            this.classes = classes;
            this.number = request[1];
            this.limit = Long.parseLong(request[2]);
            this.seed = Long.parseLong(request[3]);
            this.piped = request[4].equals("piped");
            this.main = decoded(request[5]);
            int count = Integer.parseInt(request[6]);
            this.args = new String[count];
            for (int i = 0; i < count; i++) {
                args[i] = decoded(request[7 + i]);
            }
            for (int i = 7 + count; i < request.length; i++) {
                answers.add(decoded(request[i]));
            }
        }

        String answer() throws Exception {
            PrintStream out = System.out, err = System.err;
            InputStream in = System.in;
            System.setIn(new Keyboard());
            System.setOut(new PrintStream(limited(shown), true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(limited(errors), true, StandardCharsets.UTF_8));
            Chance.restart(seed);
            boolean hung = !ends(this::play, limit);
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
            return ended(hung);
        }

        void play() {
            try {
                Class<?> first = Class.forName(main, true, new Loader(classes, ClassLoader.getPlatformClassLoader()));
                Method method = first.getDeclaredMethod("main", String[].class);
                method.setAccessible(true);
                method.invoke(null, (Object) args);
            } catch (InvocationTargetException error) {
                thrown = error.getCause();
            } catch (Throwable error) {
                thrown = error;
            }
        }

        String ended(boolean hung) {
            Throwable error = thrown;
            while (error instanceof ExceptionInInitializerError && error.getCause() != null) {
                error = error.getCause();
            }
            if (hung) {
                return json("hung", 1, null);
            } else if (error instanceof Stop) {
                return json(((Stop) error).why, ((Stop) error).code, null);
            } else if (error != null) {
                return json("raised", 1, error);
            }
            return json("exit", 0, null);
        }

        String json(String ended, int code, Throwable error) {
            String kind = error == null ? "" : error.getClass().getSimpleName();
            String said = error == null ? "" : String.valueOf(error.getMessage());
            return "{\"request\":" + quoted(number) + ",\"shown\":" + quoted(text(shown)) + ",\"ended\":" + quoted(ended)
                    + ",\"code\":" + code + ",\"kind\":" + quoted(kind) + ",\"text\":" + quoted(said)
                    + ",\"line\":" + (error == null ? 0 : line(error)) + "}";
        }

        int line(Throwable error) {
            for (StackTraceElement frame : error.getStackTrace()) {
                if (classes.containsKey(frame.getClassName())) {
                    return frame.getLineNumber();
                }
            }
            return 0;
        }

        String text(ByteArrayOutputStream bytes) {
            synchronized (bytes) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }

        static OutputStream limited(ByteArrayOutputStream to) {
            return new OutputStream() {
                @Override
                public void write(int c) {
                    write(new byte[] {(byte) c}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int from, int count) {
                    synchronized (to) {
                        if (to.size() + count > MOST_PRINTED) {
                            throw new Stop("flood", 1);
                        }
                        to.write(bytes, from, count);
                    }
                }
            };
        }

        /** Standard input that gives one line per read, as a terminal does, so that a second `Scanner` works. */
        final class Keyboard extends InputStream {
            byte[] line = {};
            int at;
            int ends;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
            }

            @Override
            public int read(byte[] into, int from, int count) {
                if (at == line.length && !typed()) {
                    return -1;
                }
                int taken = Math.min(count, line.length - at);
                System.arraycopy(line, at, into, from, taken);
                at += taken;
                return taken;
            }

            boolean typed() {
                String answer = piped && !answers.isEmpty() ? String.join("\n", answers) : answers.poll();
                if (answer == null) {
                    if (++ends > MOST_ENDS) {
                        throw new Stop("starved", 1);
                    }
                    return false;
                }
                line = (answer + "\n").getBytes(StandardCharsets.UTF_8);
                at = 0;
                if (piped) {
                    answers.clear();
                    return true;
                }
                synchronized (shown) {
                    shown.write(TYPED);
                    shown.writeBytes(answer.getBytes(StandardCharsets.UTF_8));
                    shown.write(TYPED_END);
                }
                return true;
            }

            @Override
            public int available() {
                return line.length - at;
            }

            /** Closing a `Scanner` closes its input: nothing more can be typed. */
            @Override
            public void close() {
                answers.clear();
                at = line.length;
            }
        }
    }
}
